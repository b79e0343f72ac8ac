import { tokens } from './tokens.ts'
import type { World } from './world.ts'

/** The target file of this server. */
export function describeTarget(baseUrl: string, world: World) {
  const { application, rootClient, userClient } = tokens
  return {
    format: 1,
    baseUrl,
    disposable: true,
    tokens: { application, rootClient, userClient },
    resources: {
      node: 21,
      location: 3,
      tags: [11, 12, 13],
      egg: 31,
      otherEgg: 32,
      server: { id: 51, uuid: world.servers.find(({ id }) => id === 51)?.uuid ?? '' },
      databaseHost: 'eu-7',
    },
    requests: {
      syncTags: { selection: '{{tagIdStrings}}' },
      startup: { settings: { WORLD_NAME: 'Pohjola' }, bypass_installer: true },
    },
  }
}
