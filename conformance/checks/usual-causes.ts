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
    'parses the successful responses that begin like JSON, to requests like those that were granted',
    'a byte order mark, `NaN`, a trailing comma, or a body that is cut off',
  ],
  [
    /^5\/.*-takes-/,
    'sends the request with this kind of token: the plain one, by UUID where the path takes one, and with a query',
    'a role check that knows one kind of token only, or a second route without the same middleware',
  ],
  [
    /^5\/sync-node-tags-refused-changes-nothing$/,
    'sends syncs whose tokens are refused, and reads the `nodes_count` of the tag, by a sync of the other node, before and after',
    'the token is checked after the write, or inside a handler that has stored already',
  ],
  [
    /^5\/create-user-refused-changes-nothing$/,
    'sends creations whose tokens are refused, looks for what they sent in later responses, and then creates the last of these users itself',
    'the token is checked after the write, or inside a handler that has stored already',
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
    'sends good requests, first with every field of the document, then with fewer if the server refuses that',
    'a route that is missing or has another method, a field that the server requires, or an error inside the handler',
  ],
  [
    /\/types$/,
    'compares every field of every such resource, at every depth, with its type',
    'numbers or booleans as strings (or the reverse), `[]` for an empty object, ids as strings',
  ],
  [
    /\/presence$/,
    'looks for every field in every such resource, at every depth',
    'fields that are left out if they are empty, another serializer for nested resources, or null',
  ],
  [
    /\/formats$/,
    'compares values that have a format or a range in the document',
    'a colour without `#`, an id instead of a UUID, or a port beyond 65535',
  ],
  [
    /\/nested-once$/,
    'compares the ids of the resources in every nested list',
    'a join with another table that repeats rows, without `DISTINCT`',
  ],
  [
    /\/one-resource$/,
    'compares each resource in all responses of the run that show it, by its id',
    'two serializers, a copy of a name that is not kept up to date, or another resource behind the UUID than behind the id',
  ],
  [
    /\/timestamps$/,
    'reads every timestamp of every response',
    '`Z` instead of a numeric offset, no offset, or another notation in nested resources',
  ],
  [
    /\/envelope$/,
    'looks at each successful response that carries data, or has nothing where its data should be',
    'a bare object or array, an envelope under another name, or 204 for an empty list',
  ],
  [
    /\/(?:list-data|nested-place|nested-form)$/,
    'walks every response from its envelope to the deepest relationship',
    'a bare object or array, ids instead of resources, or null for an empty relationship',
  ],
  [
    /\/relationships$/,
    'looks at the `relationships` of the resources in each response of the operation',
    'a serializer that leaves out relationships unless the query asks for them, or null for none',
  ],
  [
    /^2\.1\/meta-resource$/,
    'reads `meta.resource` of every resource that has it',
    'a path without its leading slash, an id, or null',
  ],
  [
    /\/meta-resource-distinct$/,
    'compares `meta.resource` of all resources of the run',
    'the URL of the list or of the request, or an id that is left out',
  ],
  [
    /\/meta-resource$/,
    'looks for `meta.resource` where the document states it',
    '`meta` is left out, or is in the resource instead of next to it',
  ],
  [
    /^2\.1\/pagination$/,
    'compares the fields of `meta.pagination` on every page with their types',
    'numbers as strings, or `[]` for `links` without an entry',
  ],
  [/\/pagination$/, 'looks for `meta.pagination` in every response', 'the numbers are directly in `meta`'],
  [
    /\/backup-count$/,
    'reads `meta.backup_count` on every page',
    'it is inside `pagination`, or only on the first page',
  ],
  [
    /\/(?:count-of-data|count-within-page|total-pages)$/,
    'calculates the numbers of every page: items, `count`, `per_page`, `total`, `total_pages`',
    '`count` is the total, `total_pages` is rounded down, or the last page has the numbers of a full one',
  ],
  [
    /^4\.6\/distinct$/,
    'creates several users, and compares `id` and `uuid` of all of them',
    'a fixed UUID, or a user that is found by a part of the request instead of created',
  ],
  [
    /\/distinct$/,
    'compares the ids of the resources in each list of the operation',
    'a join with another table that repeats rows, without `DISTINCT`',
  ],
  [
    /^4\.4\/stable$/,
    'requests the list several times, and compares what the responses show',
    'a cache for one of several paths, or a list that is filtered by what was asked before',
  ],
  [
    /\/stable$/,
    'requests the same page twice, without a size and with one, and compares their records',
    'an order that changes between requests, or a page that is read from a stale copy',
  ],
  [
    /\/(?:page|current-page|first-page|per-page|pages-partition|total-constant)$/,
    'requests pages of several sizes, and compares their numbers and their records',
    '`page` or `per_page` is ignored, an offset that is off by one, or an order that changes between requests',
  ],
  [
    /\/per-page-(?:maximum|of-fifty)$/,
    'requests pages of 50 backups, and of more in several notations and with each client token',
    '`per_page` has no limit, or another one than 50, or a limit in one of several code paths',
  ],
  [
    /\/mounted$/,
    'reads `mounted` of every mount in the list',
    'a pivot column that is missing for mounts that are not attached, or 0 and 1 instead of booleans',
  ],
  [
    /-agrees?$/,
    'compares ids with the resources that are nested next to them',
    'a relationship that is loaded by the wrong key, or a value that is stored twice',
  ],
  [
    /\/(?:updates|creates)-|4\.5\/(?:startup|egg|image|environment|install-script)$/,
    'sends the field with {{values}}, and reads it in each response',
    'a test for truth that drops `0`, `false` or an empty text, a short column, escaping, or a response from before the update',
  ],
  [
    /\/persists$/,
    'compares what was sent with later responses of other operations',
    'a response made from the request, a missing save, or a cut text',
  ],
  [
    /\/identity$/,
    'compares what the request cannot carry in all responses of the run that show the resource',
    'a write of the whole row, defaults for what was not sent, or a new row instead of an update',
  ],
  [
    /^4\.3\/(?:from-file|whole-texts)$/,
    'imports files with texts that no other file has, and looks for them in the response',
    'a response from before the update, a short column, escaping, or a part of another name',
  ],
  [
    /^4\.2\/(?:tags-now|replaces|empties)$/,
    'selects one tag, some, all and none, and compares each selection with the response to it',
    'a response from before the update, or a merge where the set is to be replaced',
  ],
  [
    /^4\.[78]\/path$/,
    'names ids that nothing has and the other resource of the target, and looks for the records of this one',
    'the id in the path is ignored or read up to its first letter, or a query without a condition',
  ],
  [
    /\/path$/,
    'sends the request for ids that nothing has, and looks for this resource in the response',
    'the id in the path is ignored or read up to its first letter, or a query without a condition',
  ],
  [
    /\/others-unchanged$/,
    'compares every other resource of the kind that responses nest with what it was before',
    'a query without a condition, or values that are stored once for all resources',
  ],
  [
    /\/other-node$/,
    'writes to the other node of the target, and looks at both nodes',
    'the id in the path is ignored, or values that are stored once for all nodes',
  ],
  [
    /^4\.4\/same-server$/,
    'requests the list by id and by UUID, and compares the two',
    'two code paths, of which one ignores what the server has',
  ],
  [
    /\/same-\w+$/,
    'compares the resource in each response with the one in the path of its request',
    'the id in the path is ignored, or a query without a condition',
  ],
  [
    /\/by-id-and-uuid$/,
    'sends the same request by id and by UUID',
    'only one of id and UUID is looked up, or a pattern of the route that UUIDs do not match',
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
