import { fromSources } from './from-sources.mjs'

/** A plugin that puts the standard world, without its day, in among the ready-made ones. */
export async function readyWorld() {
  const { makeWorld } = await fromSources('src/fixtures/index.ts')
  const { withoutDay } = await fromSources('src/fixtures/dateless.ts')
  const world = withoutDay(makeWorld({}))
  return {
    name: 'ready-world',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]fixtures[\\/]ready-made\.ts$/ }, () => ({
        contents: `export const readyMade = ${JSON.stringify([world])}`,
      }))
    },
  }
}
