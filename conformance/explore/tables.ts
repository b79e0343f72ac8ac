import { isWriting, type OperationId, operationIds, operations, recordOf } from '../../src/contract/index.ts'
import { filtered } from '../../src/contract/objects.ts'
import { type Credential, isTokenName } from '../client/credentials.ts'
import { barredFrom } from '../judge/access.ts'
import { nodeSizes } from '../judge/body-fields.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import type { EggStyle } from '../judge/operations/import-egg.ts'
import { textVariable } from '../judge/operations/text-variable.ts'
import { knownOther, nodeBody } from '../judge/operations/update-node.ts'
import { namedFields } from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import { type Attributes, containerOf } from '../judge/parts.ts'
import { namesOf, type Subject, subjectsOf } from '../steps/step.ts'
import { eggStyles } from './egg-styles.ts'

/** A resource that an operation can be sent to, with a body that the server granted. */
export interface Site {
  readonly operation: OperationId
  readonly subject: Subject
  /** The names of the resource in a path: an id, a UUID, or both. */
  readonly names: readonly (string | number)[]
  /**
   * The tokens that the operation must accept for the resource; none where only requests are sent that must be refused,
   * because no response showed the values to restore.
   */
  readonly tokens: readonly Credential[]
  /** Every field that the server grants together. */
  readonly fields?: Attributes
}

export const siteName = ({ operation, subject }: Pick<Site, 'operation' | 'subject'>): string =>
  `${operation} ${subject}`

/** Everything that an exploration draws from: operations × resources × credentials, and the values of bodies. */
export interface Tables {
  readonly sites: readonly Site[]
  /** The credentials that each operation must refuse. */
  readonly refused: Readonly<Record<OperationId, readonly Credential[]>>
  readonly tags: readonly number[]
  readonly locations: readonly number[]
  /** Functions that create share files; the first creates the simplest one. */
  readonly files: readonly EggStyle[]
  /** The name of a variable of the environment that accepts any text. */
  readonly variable: string | undefined
  /** Its value on servers to which none was sent. */
  readonly variableDefault: unknown
  readonly environment: string | undefined
  readonly scripts: string | undefined
}

/** Reads the requests that an exploration can send from the target, and from granted requests of the plain run. */
export async function tablesOf(fixtures: Fixtures): Promise<Tables> {
  const { session, seen } = fixtures
  const { resources, requests } = session.target
  const { tags = [] } = resources
  const granted: OperationId[] = []
  for (const id of operationIds) {
    if (isWriting(id) && !session.mayWrite) continue
    const climb = await fixtures.accepted(id).catch(ignoreUnjudged)
    if (climb?.isGranted) granted.push(id)
  }
  const sites: Site[] = []
  for (const id of granted) sites.push(...(await sitesOf(fixtures, id)))
  const variable = granted.includes('updateServerStartup') ? await fixtures.play(textVariable) : undefined
  const { environment, scripts } = namedFields(session)
  const declared = seen
    .found('egg_variable')
    .find(({ attributes: { env_variable } }) => variable !== undefined && env_variable === variable)
  const locations = seen
    .found('location')
    .map(({ attributes }) => attributes['id'])
    .filter((id) => typeof id === 'number')
  return {
    sites,
    refused: recordOf(operationIds, (id) => barredFrom(id, session)),
    tags: requests.syncTags ? tags : [],
    locations: [...new Set(locations)].slice(0, 5),
    files: granted.includes('importEgg') ? await eggStyles(fixtures) : [],
    variable: environment === undefined ? undefined : variable,
    variableDefault: declared?.attributes['default_value'],
    environment,
    scripts,
  }
}

async function sitesOf(fixtures: Fixtures, operation: OperationId): Promise<readonly Site[]> {
  const { session } = fixtures
  const { resources } = session.target
  const { node, otherNode, egg, otherEgg, server, otherServer } = resources
  const has = (credential: Credential) => !isTokenName(credential) || session.has(credential)
  const site = (
    subject: Subject,
    names: readonly (string | number | undefined)[],
    fields?: Attributes,
    mayWrite = true,
  ): Site[] => {
    const known = names.filter((name) => name !== undefined)
    const { family } = operations[operation]
    const all: readonly Credential[] =
      family === 'application'
        ? ['application', 'rootClient']
        : family === 'admin'
          ? ['rootClient']
          : [subject === 'server' ? 'userClient' : 'otherUserClient']
    const tokens = all.filter((token) => has(token) && mayWrite)
    return known.length === 0 || (tokens.length === 0 && mayWrite)
      ? []
      : [{ operation, subject, names: known, tokens, ...(fields && { fields }) }]
  }
  switch (operation) {
    case 'updateNode': {
      const { fields = {} } = await fixtures.play(nodeBody)
      const known = await fixtures.play(knownOther).catch(ignoreUnjudged)
      const own = filtered(known ?? {}, (name) => Object.hasOwn(fields, name))
      // If no response showed the node before the first write, no fields are written that could disconnect it.
      const harmless = filtered(fields, (name) => ['name', 'description', ...nodeSizes].includes(name))
      const other = Object.keys(own).length > 0 ? own : harmless
      return [...site('node', [node], fields), ...site('otherNode', [otherNode], other)]
    }
    case 'syncNodeTags':
      return [...site('node', [node]), ...site('otherNode', [otherNode])]
    case 'importEgg':
      return [...site('egg', [egg]), ...site('otherEgg', [otherEgg])]
    case 'updateServerStartup': {
      const { fields = {} } = (await fixtures.accepted('updateServerStartup')).parts
      const { egg_id: _, ...bare } = fields
      const other = await otherServerFields(fixtures)
      const names = [otherServer?.id, otherServer?.uuid]
      return [
        ...site('server', [server?.id, server?.uuid], fields),
        ...site('otherServer', names, other ?? bare, other !== undefined),
      ]
    }
    case 'createUser':
      return site('users', [''], (await fixtures.accepted('createUser')).parts.fields ?? {})
    // An operation that only reads has no body.
    default:
      return subjectsOf(operation).flatMap((subject) =>
        site(subject, namesOf(operation, subject, session.target)),
      )
  }
}

/** Whether a site may be sent each field of a body. */
export const hasFields = ({ fields: own }: Site, fields: Attributes = {}): boolean =>
  Object.keys(fields).every((name) => Object.hasOwn(own ?? fields, name))

/** The startup of the other server, as a read showed it. */
async function otherServerFields(fixtures: Fixtures): Promise<Attributes | undefined> {
  const { otherServer } = fixtures.session.target.resources
  if (!otherServer) return undefined
  const shown =
    (await fixtures.companion('showServer', otherServer.id)) ??
    fixtures.seen.found('server').find(({ attributes }) => attributes['id'] === otherServer.id)?.attributes
  const { startup_command: startup, image: docker_image } = containerOf(shown ?? {})
  if (!shown || typeof startup !== 'string' || typeof shown['egg'] !== 'number') return undefined
  return { startup, docker_image, egg_id: shown['egg'] }
}
