import { fromSources } from './from-sources.mjs'

/** A plugin that bundles the default world with relative dates, so that a start does not generate it. */
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
