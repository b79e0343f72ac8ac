import { mapped, type Variation, withField } from './refusals.ts'

/** An environment that lacks variables of the egg and has an unknown one. */
const environment = { UNHEARD_OF: '1' }

/**
 * Requests for gaps that the example of an operation and its refusals do not touch. They do not appear in the
 * description.
 */
export const probes: readonly Variation[] = [
  withField('username', () => 'Jo'),
  withField('language', () => 'de'),
  ...['memory', 'egg_id', 'root_admin'].map((name) => withField(name, () => '1')),
  ...['description', 'startup', 'last_name', 'tags'].map((name) => withField(name, () => [' x '])),
  // A gap decides the name of the field.
  withField('environment', () => environment),
  withField('variables', () => environment),
  ({ params }) => ({ params: mapped(params, (text) => (uuid.test(text) ? text.slice(0, 8) : text)) }),
  (_, { endpoint, rows: { admin } }) =>
    endpoint.operation.family === 'client' && admin ? { user: admin } : undefined,
  // Some worlds lack a user without access to the server, so the server gets another owner.
  givenAway(() => []),
  givenAway((owner) => [owner]),
  (_, { endpoint, gap }) => {
    // The lists of other worlds can be empty.
    if (endpoint.pages) gap('page.empty-total')
    return undefined
  },
  (_, { endpoint: { operation }, gap }) => {
    // No dry run touches these gaps, because code outside of the operations reads them.
    for (const id of ['error.negotiation', 'status.options', 'headers.security'] as const) gap(id)
    if (operation.path.includes('{')) gap('checks.order')
    if (operation.path.includes('{') || operation.body !== 'none') gap('rate.headers')
    const { answer } = operation
    if (answer.envelope !== 'none' && withRelationships.includes(answer.kind)) gap('relationships.include')
    return undefined
  },
]

/** Sends the request as the former owner of the server. */
function givenAway(subusers: (owner: number) => number[]): Variation {
  return (_, { endpoint, rows: { server, admin, owner } }) =>
    endpoint.operation.family === 'client' && server && admin && owner
      ? {
          user: owner,
          arrange: ({ servers }) =>
            servers.replace({ ...server, user_id: admin.id, subuser_ids: subusers(owner.id) }),
        }
      : undefined
}

/** The kinds whose resources have relationships at the top of a response. */
const withRelationships: readonly string[] = ['node', 'egg', 'server', 'mount', 'location']

const uuid = /^[0-9a-f]{8}-/
