/** A question that the document leaves open. */
export interface Gap {
  /** The section, and perhaps item, in which the document says "not shown" or is silent. */
  readonly section: string
  readonly question: string
  /**
   * The choices of the mock: id, and meaning in words. The first is the plainest
   * reading and the default. A gap that clients cannot observe has none.
   */
  readonly choices: readonly (readonly [id: string, text: string])[]
  /** The choice of the real panel, where that is not the default. */
  readonly panel?: string
  /**
   * Whether the choice shapes nearly every response. Pervasive gaps are listed
   * once, in the OpenAPI document; the header `X-Nestbox-Assumed` of a response
   * names the other gaps that it touched.
   */
  readonly pervasive?: true
}

const settable = {
  'status.success': {
    section: '4.9',
    question: 'With which status does an operation succeed that creates nothing?',
    choices: [
      ['200', '200 OK.'],
      ['202', '202 Accepted.'],
    ],
    pervasive: true,
  },
  'status.created': {
    section: '4.9',
    question: 'With which status is a created user answered?',
    choices: [
      ['201', '201 Created.'],
      ['200', '200 OK.'],
    ],
    pervasive: true,
  },
  'status.invalid': {
    section: '7',
    question: 'With which status is a request refused whose fields are wrong?',
    choices: [
      ['422', '422 Unprocessable Content.'],
      ['400', '400 Bad Request.'],
    ],
  },
  'status.bad-file': {
    section: '7',
    question: 'With which status is an egg file refused that cannot be read?',
    choices: [
      ['422', '422 Unprocessable Content.'],
      ['400', '400 Bad Request.'],
    ],
    panel: '400',
  },
  'status.unknown-resource': {
    section: '7',
    question: 'With which status is a request refused whose path names nothing?',
    choices: [
      ['404', '404 Not Found.'],
      ['400', '400 Bad Request.'],
    ],
  },
  'refusal.unknown-token': {
    section: '5.6',
    question: 'With which status is a missing or unknown token refused?',
    choices: [
      ['401', '401 Unauthorized.'],
      ['403', '403 Forbidden.'],
    ],
  },
  'refusal.wrong-kind': {
    section: '5.6',
    question: 'With which status is a token refused that the family does not accept?',
    choices: [
      ['403', '403 Forbidden.'],
      ['401', '401 Unauthorized.'],
      ['404', '404 Not Found.'],
    ],
  },
  'refusal.foreign-server': {
    section: '5',
    question: 'With which status is an ordinary user refused the backups of a server that is not theirs?',
    choices: [
      ['404', '404 Not Found, as if there were no such server.'],
      ['403', '403 Forbidden.'],
    ],
  },
  'access.root-anywhere': {
    section: '5.5',
    question: 'Does the client family serve a root administrator the servers of others?',
    choices: [
      ['serve', 'Yes, any server.'],
      ['refuse', 'No, only their own.'],
    ],
  },
  'access.subusers': {
    section: '5.5',
    question: 'Does the client family serve a subuser of the server?',
    choices: [
      ['serve', 'Yes, like the owner.'],
      ['refuse', 'No, the owner alone.'],
    ],
  },
  'error.body': {
    section: '7',
    question: 'What is the body of an error?',
    choices: [
      [
        'panel',
        'An object with `errors`, an array of `{code, status, detail}`, with `meta.source_field` and `meta.rule` for a field.',
      ],
      ['problem', 'A problem document (RFC 9457), `application/problem+json`.'],
      ['empty', 'Nothing: the status says it all.'],
    ],
  },
  'path.short-identifier': {
    section: '4.5',
    question: 'Can a server be named by its short identifier where id or UUID is documented?',
    choices: [
      ['refuse', 'No, that is an unknown server.'],
      ['accept', 'Yes.'],
    ],
    panel: 'accept',
  },
  'operations.beyond': {
    section: '4.9',
    question: 'Which operations are there beyond those of the document?',
    choices: [
      ['absent', 'None.'],
      ['companions', 'Reads of the same resources, which frontends and client libraries need.'],
    ],
    panel: 'companions',
    pervasive: true,
  },
  'body.unknown-fields': {
    section: '4.9',
    question: 'What happens to body fields that the operation does not know?',
    choices: [
      ['ignore', 'They are ignored.'],
      ['refuse', 'Each is refused as invalid.'],
    ],
  },
  'page.default-backups': {
    section: '8',
    question: 'How many backups does a page hold when `per_page` is left out?',
    choices: [
      ['20', '20.'],
      ['10', '10.'],
      ['15', '15.'],
      ['50', '50.'],
    ],
    pervasive: true,
  },
  'page.over-maximum': {
    section: '8',
    question: 'What happens when more than 50 backups a page are asked for?',
    choices: [
      ['clamp', 'The page holds 50.'],
      ['refuse', 'The request is refused as invalid.'],
      ['clamp-to-100', 'Up to 100 the page holds 50; beyond, the request is refused as invalid.'],
    ],
    panel: 'clamp-to-100',
  },
  'page.default-databases': {
    section: '8',
    question: 'How many databases does a page hold when `per_page` is left out?',
    choices: [
      ['50', '50.'],
      ['15', '15.'],
      ['100', '100.'],
    ],
    pervasive: true,
  },
  'page.maximum-databases': {
    section: '8',
    question: 'How many databases can a page hold at most?',
    choices: [
      ['100', '100.'],
      ['50', '50.'],
      ['500', '500.'],
    ],
    pervasive: true,
  },
  'page.over-maximum-databases': {
    section: '8',
    question: 'What happens when more databases a page are asked for than it can hold?',
    choices: [
      ['clamp', 'The page holds the maximum.'],
      ['refuse', 'The request is refused as invalid.'],
    ],
    panel: 'refuse',
  },
  'page.invalid': {
    section: '8',
    question: 'What happens when `page` or `per_page` is zero, negative or no integer?',
    choices: [
      ['refuse', 'The request is refused as invalid.'],
      ['default', 'The value counts as left out.'],
    ],
  },
  'page.past-end': {
    section: '2.1.5',
    question: 'What is beyond the last page?',
    choices: [
      ['empty', 'An empty page.'],
      ['404', '404 Not Found.'],
    ],
  },
  'page.empty-total': {
    section: '2.1.5',
    question: 'How many pages does an empty list have?',
    choices: [
      ['1', 'One, which is empty.'],
      ['0', 'None.'],
    ],
  },
  'page.links': {
    section: '2.1.5',
    question: 'What does `links` hold?',
    choices: [
      ['neighbours', '`previous` and `next`, where there are such pages, with the query of the request.'],
      ['neighbours-page-only', '`previous` and `next` with nothing but `page` in the query.'],
      ['all', '`first`, `previous`, `next` and `last`.'],
      ['none', 'Nothing: an empty object.'],
    ],
    panel: 'neighbours-page-only',
    pervasive: true,
  },
  'list.order': {
    section: '4',
    question: 'In which order do lists come?',
    choices: [
      ['oldest', 'Oldest first.'],
      ['newest', 'Newest first.'],
    ],
    pervasive: true,
  },
  'backups.count': {
    section: '2.12',
    question: 'What does `backup_count` count?',
    choices: [
      ['all', 'Every backup of the server.'],
      ['not-failed', 'The backups that succeeded or still run.'],
    ],
    panel: 'not-failed',
    pervasive: true,
  },
  'server.unavailable': {
    section: '3',
    question: 'Does the state of a server or its node shut its lists?',
    choices: [
      ['ignore', 'No, states are fields and nothing more.'],
      [
        'conflict',
        'Yes: backups are refused with 409 while the server is suspended, installing or restoring or its node is in maintenance; mounts with 403 while it is installing.',
      ],
    ],
    panel: 'conflict',
  },
  'node.partial': {
    section: '4.9',
    question: 'What happens to node fields that an update leaves out?',
    choices: [
      ['keep', 'They stay as they are.'],
      [
        'require-ten',
        'Ten of them must be sent; `description`, `behind_proxy`, `maintenance_mode` and `upload_size` may stay out.',
      ],
      ['require', 'All fourteen must be sent.'],
    ],
    panel: 'require-ten',
    pervasive: true,
  },
  'node.ranges': {
    section: '4.9',
    question: 'Are memory, disk, upload size, overallocation and ports of a node checked for their range?',
    choices: [
      ['refuse', 'Yes: sizes from 1, overallocation from -1, ports from 1 to 65535.'],
      ['accept', 'No, any integer will do for a size; a port is still a port.'],
    ],
  },
  'node.scheme': {
    section: '2.2',
    question: 'Which schemes can a node have?',
    choices: [
      ['http-https', '`http` and `https`, the two that occur.'],
      ['any', 'Any text.'],
    ],
    panel: 'any',
  },
  'node.mounts': {
    section: '2.2',
    question: 'What are the elements of `mounts` in the answer of the node update?',
    choices: [
      ['resources', 'Mount resources in their envelopes.'],
      ['rows', 'Plain objects of mount fields.'],
      ['ids', 'Mount ids.'],
      ['empty', 'There are none.'],
    ],
    panel: 'rows',
    pervasive: true,
  },
  'tags.body': {
    section: '4.9',
    question: 'How does a tag sync select the tags?',
    choices: [
      ['lenient', '`tags` or `tag_ids`: an array of ids, as integers or numeric strings, and slugs.'],
      ['strings', '`tags`: an array of ids as strings, and slugs.'],
    ],
    panel: 'strings',
    pervasive: true,
  },
  'tags.unknown': {
    section: '4.9',
    question: 'What happens when a tag sync selects a tag that does not exist?',
    choices: [
      ['refuse', 'The request is refused as invalid, naming it.'],
      ['ignore', 'It is left out.'],
      ['create', 'A slug becomes a new tag; an unknown id is refused.'],
      ['ignore-ids-create-names', 'A slug becomes a new tag; an unknown id is left out.'],
    ],
    panel: 'ignore-ids-create-names',
  },
  'tags.enforced': {
    section: '4.2',
    question: 'Can a server on a node with game tags take an egg that shares none of them?',
    choices: [
      ['refuse', 'No, that egg is refused as invalid.'],
      ['allow', 'Yes, tags only advise.'],
    ],
    panel: 'allow',
  },
  'import.keeps': {
    section: '4.9',
    question: 'What does an egg keep when a file is imported into it?',
    choices: [
      ['author-and-tags', 'Its identity, author and tags.'],
      ['identity', 'Nothing but its identity and tags: the author comes from the file.'],
      ['bare', 'Nothing but its identity: the author comes from the file, the tags are gone.'],
    ],
    pervasive: true,
  },
  'startup.partial': {
    section: '4.9',
    question: 'What happens to startup fields that an update leaves out?',
    choices: [
      ['keep', 'They stay; with a new egg, command and image become those of the egg.'],
      ['require', 'All of them must be sent.'],
    ],
    panel: 'require',
    pervasive: true,
  },
  'startup.fields': {
    section: '4.9',
    question: 'Under which names does the startup update take environment and install-script behaviour?',
    choices: [
      ['environment-skip_scripts', '`environment` and `skip_scripts`.'],
      ['variables-skip_install', '`variables` and `skip_install`.'],
    ],
    pervasive: true,
  },
  'startup.missing-variables': {
    section: '4.9',
    question: 'What happens to variables that a sent environment leaves out?',
    choices: [
      ['keep', 'They keep their values.'],
      ['clear', 'They become empty, which must suit their rules.'],
    ],
    panel: 'clear',
  },
  'startup.unknown-variables': {
    section: '4.9',
    question: 'What happens to names in a sent environment that are no variables of the egg?',
    choices: [
      ['ignore', 'They are ignored.'],
      ['refuse', 'Each is refused as invalid.'],
    ],
  },
  'mounts.eligible': {
    section: '4.4',
    question: 'Which mounts are eligible for a server?',
    choices: [
      ['egg-and-node', 'Those tied to its egg and to its node.'],
      ['egg', 'Those tied to its egg.'],
      ['all', 'All of them.'],
    ],
    pervasive: true,
  },
  'users.required': {
    section: '4.9',
    question: 'Which fields must a new user have?',
    choices: [
      ['four', '`email`, `username`, `first_name` and `last_name`.'],
      ['two', '`email` and `username`; the names may be empty.'],
    ],
    pervasive: true,
  },
  'users.duplicate': {
    section: '4.9',
    question: 'Can two users share an e-mail address or a user name?',
    choices: [
      ['refuse', 'No, the second is refused as invalid.'],
      ['accept', 'Yes.'],
    ],
  },
  'users.case': {
    section: '4.9',
    question: 'In which case is a user name kept?',
    choices: [
      ['keep', 'As it was sent.'],
      ['lower', 'In lower case.'],
    ],
    panel: 'lower',
  },
  'users.beyond-four': {
    section: '4.9',
    question: 'Does creating a user take `external_id`, `language`, `root_admin` and `password`?',
    choices: [
      ['take', 'Yes, checked.'],
      ['ignore', 'No, they are ignored.'],
    ],
  },
  nulls: {
    section: '2',
    question: 'What stands in a field that has no value and whose meaning is optional?',
    choices: [
      ['filled', 'An empty value of its type.'],
      ['null', 'null.'],
    ],
    panel: 'null',
    pervasive: true,
  },
  'fields.extra': {
    section: '2',
    question: 'Do resources carry fields that the document does not name?',
    choices: [
      ['none', 'No.'],
      ['some', 'Yes, one in each.'],
    ],
    pervasive: true,
  },
  'fields.order': {
    section: '2',
    question: 'In which order do fields come?',
    choices: [
      ['document', 'In that of the document.'],
      ['reversed', 'The other way round.'],
    ],
    pervasive: true,
  },
  'time.offset': {
    section: '2.1.4',
    question: 'In which offset are timestamps written?',
    choices: [
      ['+00:00', 'UTC.'],
      ['other', 'Another: `+05:30`.'],
    ],
    pervasive: true,
  },
  'nesting.cut': {
    section: '2.1.3',
    question: 'How deep do relationships go before they are cut off?',
    choices: [
      ['one-level', 'One level; below it, names with empty objects and lists.'],
      ['two-levels', 'Two levels; in the second one, lists of more than 100 items are empty.'],
      ['cut', 'Not at all: every relationship is empty.'],
    ],
    panel: 'cut',
    pervasive: true,
  },
  'meta.resource': {
    section: '2.1.1',
    question: 'Which resources carry `meta.resource`?',
    choices: [
      ['where-stated', 'Tags, and users at the top of an answer.'],
      ['everywhere', 'All that have an id or a UUID.'],
    ],
    pervasive: true,
  },
  'server.status': {
    section: '2.14',
    question: 'Which words does the `status` of a server take?',
    choices: [
      [
        'snake',
        '`normal`, `installing`, `install_failed`, `reinstall_failed`, `suspended`, `restoring_backup`.',
      ],
      ['kebab', 'The same with hyphens.'],
    ],
    pervasive: true,
  },
  'rate.limit': {
    section: '8',
    question: 'How many requests may one user make?',
    choices: [
      ['off', 'As many as they like.'],
      ['256-a-minute', '256 a minute in each family; then 429.'],
    ],
    panel: '256-a-minute',
    pervasive: true,
  },
} as const satisfies Record<string, Gap>

const silent = {
  'resource.units': {
    section: '2.14',
    question: 'What are the units of memory, swap, disk, io, cpu and upload_size?',
    choices: [],
  },
  'user.language': { section: '2.14', question: 'Which language codes can a user have?', choices: [] },
  'server.threads': { section: '2.14', question: 'Which values can `threads` take?', choices: [] },
  'state.transitions': { section: '3', question: 'How do states follow one another?', choices: [] },
  'answer.variants': {
    section: '7',
    question: 'Which are the several JSON variants that some endpoints answer with?',
    choices: [],
  },
  'token.format': {
    section: '5.6',
    question: 'What do tokens look like, how long do they last, what can they be narrowed to?',
    choices: [],
  },
  events: { section: '6', question: 'Are there events, webhooks or notifications?', choices: [] },
  versioning: {
    section: '9',
    question: 'How are versions told apart, and what stays compatible?',
    choices: [],
  },
} as const satisfies Record<string, Gap>

/** Every gap by id: the settable ones first, then the silent ones. */
export const gaps = { ...settable, ...silent } satisfies Record<string, Gap>

/** A gap that has choices, between which clients can observe the difference. */
export type SettableGapId = keyof typeof settable

/** Any gap. */
export type GapId = keyof typeof gaps

/** The choices of one gap. */
export type Choice<I extends SettableGapId> = (typeof settable)[I]['choices'][number][0]

/** The ids of a gap's choices, the default first. */
export const choicesAt = (id: GapId): readonly string[] => gaps[id].choices.map(([choice]) => choice)

/** The ids of all gaps that have choices. */
export const settableGapIds = Object.keys(settable) as SettableGapId[]

/** `dial` for a gap with choices, `silent` for one that clients cannot observe. */
export const kindOf = (id: GapId): 'dial' | 'silent' => (id in settable ? 'dial' : 'silent')
