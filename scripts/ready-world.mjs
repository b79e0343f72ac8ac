import { fromSources } from './from-sources.mjs'

/** A plugin that puts the world that most people see first in among the ready-made ones. */
export async function readyWorld() {
  const { makeWorld } = await fromSources('src/fixtures/index.ts')
  const { standardWorld } = await fromSources('src/fixtures/standard-world.ts')
  const { dataOf } = await fromSources('src/store/world-data.ts')
  const world = JSON.stringify(dataOf(makeWorld(standardWorld({}))))
  return {
    name: 'ready-world',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]fixtures[\\/]ready-made\.ts$/ }, () => ({
        contents: `export const readyMade = [JSON.parse(${JSON.stringify(world)})]`,
      }))
    },
  }
}
