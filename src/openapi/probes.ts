import { mapped, type Variation, withField } from './refusals.ts'

/** Does not name all variables of an egg, and one that none has. */
const environment = { UNHEARD_OF: '1' }

/**
 * Requests that are tried only for the gaps that they run into, as neither the
 * example of an operation nor any refusal comes by them.
 */
export const probes: readonly Variation[] = [
  withField('username', () => 'Jo'),
  withField('language', () => 'en'),
  // Whichever of the two the choices call it.
  withField('environment', () => environment),
  withField('variables', () => environment),
  ({ params }) => ({ params: mapped(params, (text) => (uuid.test(text) ? text.slice(0, 8) : text)) }),
  (_, { endpoint, scene: { admin } }) =>
    endpoint.operation.family === 'client' && admin ? { user: admin } : undefined,
  // Some worlds have nobody who has nothing to do with the server, so it is given away.
  givenAway(() => []),
  givenAway((owner) => [owner]),
  (_, { endpoint, gap }) => {
    // Any list may be empty, though none of this world is.
    if (endpoint.pages) gap('page.empty-total')
    return undefined
  },
]

/** Asks as who had the server before. */
function givenAway(subusers: (owner: number) => number[]): Variation {
  return (_, { endpoint, scene: { server, admin, owner } }) =>
    endpoint.operation.family === 'client' && server && admin && owner
      ? {
          user: owner,
          arrange: ({ servers }) =>
            servers.replace({ ...server, user_id: admin.id, subuser_ids: subusers(owner.id) }),
        }
      : undefined
}

const uuid = /^[0-9a-f]{8}-/
