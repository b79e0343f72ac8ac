import { sentInWords } from './sent-in-words.ts'

/** The requests of a check in words, and the usual cause of its failures. */
export interface Usual {
  readonly done: string
  readonly cause: string
}

/** Rows by a pattern for ids of checks; the first pattern that matches counts. */
const table: readonly (readonly [pattern: RegExp, done: string, cause: string])[] = [
  [
    /^1\/json$/,
    'parses the body of every successful response',
    'a byte order mark, `NaN`, a trailing comma, a page of HTML, or a body that is cut off',
  ],
  [
    /^5\/.*-takes-/,
    'sends the request with this kind of token: by id, by UUID and with a query',
    'a role check that knows one kind of token only, or a second route without the same middleware',
  ],
  [
    /^5\/.*-refused-changes-nothing$/,
    'sends writes whose tokens are refused, and looks for what they sent in later responses',
    'the token is checked after the write, or inside a handler that has stored already',
  ],
  [
    /^5\/.*-refuses-(?:application|user-client|other-user)/,
    'sends a request that is granted, and the same request with a token of another kind',
    'any valid token is accepted: the middleware looks for a user, not for the kind of token or the role',
  ],
  [
    /^5\/.*-refuses-/,
    'sends a request that is granted, and the same request with an altered token or without one',
    'tokens are compared by prefix, without regard to case or after trimming; or a second route has no middleware',
  ],
  [
    /\/answer$/,
    'sends the plainest good request, and plainer ones if the server refuses it',
    'a route that is missing or has another method, a field that the server requires, or an error inside the handler',
  ],
  [
    /\/types$/,
    'compares every field of every such resource, at every depth, with its type',
    'numbers or truth values as texts (or the reverse), `[]` for an empty object, ids as texts',
  ],
  [
    /\/presence$/,
    'looks for every field in every such resource, at every depth',
    'fields that are left out if they are empty, another serializer for nested resources, or null',
  ],
  [
    /\/formats$/,
    'compares texts that have a format in the document',
    'a colour without `#`, or an id instead of a UUID',
  ],
  [
    /\/nested-once$/,
    'compares the ids of the resources in every nested list',
    'a join with another table that repeats rows, without `DISTINCT`',
  ],
  [
    /\/timestamps$/,
    'reads every timestamp of every response',
    '`Z` instead of a numeric offset, no offset, or another notation in nested resources',
  ],
  [
    /\/(?:envelope|list-data|nested-place|nested-form|relationships)$/,
    'walks every response from its envelope to the deepest relationship',
    'a bare object or array, ids instead of resources, or null for an empty relationship',
  ],
  [
    /\/meta-resource(?:-distinct)?$/,
    'looks at `meta.resource` where the document states it',
    '`meta` is left out, is relative, or is the same for all resources',
  ],
  [
    /\/(?:pagination|count-of-data|count-within-page|total-pages|backup-count)$/,
    'calculates the numbers of every page: items, `count`, `per_page`, `total`, `total_pages`',
    '`count` is the total, `total_pages` is rounded down, or the last page has the numbers of a full one',
  ],
  [
    /\/(?:page|current-page|per-page|per-page-maximum|per-page-of-fifty|pages-partition|total-constant|distinct|stable)$/,
    'requests pages of several sizes, up to and beyond the maximum, and compares their records',
    '`per_page` is ignored or has no limit, an offset that is off by one, or an order that changes between requests',
  ],
  [
    /-agrees?$|\/mounted/,
    'compares ids with the resources that are nested next to them',
    'a relationship that is loaded by the wrong key, or a value that is stored twice',
  ],
  [
    /\/(?:updates|creates)-|4\.5\/(?:startup|egg|image|environment|install-script)$/,
    'sends the field with {{values}}, and reads it in each response',
    'a test for truth that drops `0`, `false` or an empty text, a short column, escaping, or a response from before the update',
  ],
  [
    /\/(?:persists|identity|from-file|whole-texts|tags-now|replaces|empties)$/,
    'compares what was sent with later responses of this and of other operations',
    'a response made from the request, a missing save, a merge where the set is to be replaced, or a cut text',
  ],
  [
    /\/(?:path|others-unchanged|other-node|same-\w+|by-id-and-uuid)$/,
    'names the resource by id, by UUID, and by ids that belong to others or to nothing',
    'the id in the path is ignored, only one of id and UUID is looked up, or a query without a condition',
  ],
  [
    /\/(?:mounts|allocated-resources|no-nested-only)$/,
    'looks at the fields that only this response has, or must not have',
    'one serializer for all places where the resource appears',
  ],
  [
    /\/tagless-accepts-any-egg$/,
    'selects no tags for the node, and then gives its server the other egg',
    'a node without tags is treated as one that accepts no egg',
  ],
]

/** The requests of a check in words, and the usual cause of its failures. @throws Error for an id that no row matches */
export function usual(id: string): Usual {
  const row = table.find(([pattern]) => pattern.test(id))
  if (!row) throw new Error(`No usual cause is described for ${id}.`)
  const [, done, cause] = row
  return { done: done.replace('{{values}}', () => sentInWords(id)), cause }
}
