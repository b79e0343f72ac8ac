import type { Exchange } from '../client/client.ts'
import { namedIn } from '../client/request-path.ts'
import { plainly, type Scene } from '../judge/fixtures.ts'
import { nameAnother } from '../judge/not-shown.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, attributesOf, type Granted, granted, nestedItems } from '../judge/parts.ts'
import { isSame } from '../judge/same.ts'
import type { Target } from '../target/target.ts'
import type { CheckRow } from './check.ts'
import { bothNamesCheck, distinctCheck } from './identity-checks.ts'
import { elsewhere } from './path-check.ts'
import { placeCheck, relationshipsCheck } from './place-checks.ts'

/** The list by id and by UUID. */
const bothNames: Scene<[], readonly [Exchange, Exchange]> = async (fixtures) => [
  await fixtures.mounts('id'),
  await fixtures.mounts('uuid'),
]

/** The list for other servers. */
const otherMounts: Scene = (fixtures) => fixtures.play(elsewhere, 'listServerMounts')

/** The list by id and by UUID, each a second time. */
const bothAgain: Scene = async (fixtures) => {
  granted(await fixtures.mounts('id', 2))
  granted(await fixtures.mounts('uuid'), '4.4/by-id-and-uuid')
  await fixtures.mounts('uuid', 2)
}

const lists = [bothNames, otherMounts]

const noMounts = `the server has no eligible mount; ${nameAnother('listServerMounts')}`

const withoutMounts = ({ data }: Granted): string | undefined => (data.length === 0 ? noMounts : undefined)

/** The lists in which every mount is judged. */
const ofMounts = { scenes: lists, without: withoutMounts }

export const listServerMounts: readonly CheckRow[] = [
  bothNamesCheck('listServerMounts', 'the list of mounts, as by id', bothNames),
  {
    id: '4.4/same-server',
    title: 'id and UUID of one server yield the same list',
    // Before the run changes its egg, the other server has the mounts that its owner gave it.
    needs: [plainly.listServerMounts, otherMounts, bothAgain],
  },
  placeCheck({
    id: '4.4/mounted',
    clauses: ['4.4#mounted', '2.11#mounted'],
    title: 'each mount has `mounted`, a boolean',
    on: 'listServerMounts',
    ...ofMounts,
    pointer: '/data/*/attributes/mounted',
    fits: (value) => typeof value === 'boolean',
    message: 'A mount does not say whether it is mounted.',
    expected: 'a boolean',
  }),
  {
    id: '4.4/mounted-agrees',
    title: '`mounted` says whether the mount is attached to the server in the path',
    ignored: 'mounts whose servers are cut off',
    scenes: lists,
    rule: {
      on: ['listServerMounts'],
      without: withoutMounts,
      *judge({ exchange, data }, { target }): Iterable<Failure> {
        const server = serverIn(exchange, target)
        const mounts = data.map(attributesOf)
        for (const [at, mount] of mounts.entries()) {
          const isAttached = attachedTo(mount, server)
          if (isAttached === undefined || isAttached === mount['mounted']) continue
          const actual = String(mount['mounted'])
          const said = isAttached ? 'is among' : 'is not among'
          yield {
            message: `\`mounted\` is ${actual}, but the server ${said} the servers of the mount.`,
            expected: String(isAttached),
            actual,
            pointer: `/data/${at}/attributes/mounted`,
          }
        }
      },
    },
  },
  distinctCheck('listServerMounts', ofMounts),
  relationshipsCheck('2.11/relationships', 'listServerMounts', ofMounts),
]

/** The id of the server in the path of a request. */
function serverIn({ ask }: Exchange, { resources }: Target): number | undefined {
  const named = namedIn(ask.path, 'servers')
  if (typeof named === 'number') return named
  const { server, otherServer } = resources
  return [server, otherServer].find((each) => each && isSame('uuid', each.uuid, named))?.id
}

/** Whether the servers in a mount include a server; undefined if the list, such as an empty one, may be cut off. */
function attachedTo(mount: Attributes, server: number | undefined): boolean | undefined {
  if (server === undefined || typeof mount['mounted'] !== 'boolean') return undefined
  const servers = nestedItems(mount, 'servers')
  if (servers.some(({ id }) => id === server)) return true
  return servers.length > 0 && servers.length === mount['servers_count'] ? false : undefined
}
