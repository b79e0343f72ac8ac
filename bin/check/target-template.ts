import { cut } from '../../conformance/judge/reception.ts'
import { oneLine, printable } from '../../conformance/report/printable.ts'
import { placeholder } from '../../conformance/target/contradictions.ts'
import type { Survey } from '../../conformance/target/survey.ts'

/** The survey of a server to which no request was sent. */
const unknown: Survey = { resources: {}, daemon: {}, refused: [], missing: [], barred: [] }

/** Characters of the name of the owner. */
const longestOwner = 100

/**
 * A target file with a comment on each entry, and placeholders for entries that the survey did not find. No text of the
 * server ends a comment: what followed would be an entry, which could name variables and files of this machine.
 */
export function targetTemplate(baseUrl: string, { resources, daemon, owner }: Survey = unknown): string {
  const pins = {
    fqdn: 'node.example.com',
    scheme: 'https',
    daemon_listen: 8080,
    daemon_sftp: 2022,
    ...daemon,
  }
  const ofOwner = owner === undefined ? '' : `: ${cut(oneLine(owner), longestOwner)}`
  return printable(`{
  // What the kit may rely on when it checks a server. Checks that need a missing entry are skipped, and the run is
  // incomplete. Write a value for each "${placeholder}", or delete the entry. A line that starts with two slashes is a comment.
  // The optional entries are such lines: delete the slashes and write a value, and the kit makes the checks that need it.
  "format": 1,

  // The URL to which the paths of the document (/api/...) are appended.
  "baseUrl": ${JSON.stringify(baseUrl)},

  // Only true lets the kit write: update the node, sync its tags, import into the egg, change the startup of the
  // server, create users. Not all of that can be undone. Otherwise the kit only lists mounts, backups and databases.
  "disposable": false,

  // Tokens as strings or, as here, from environment variables. All of them must differ.
  "tokens": {
    // An application token.
    "application": { "env": "NESTBOX_APPLICATION_TOKEN" },
    // A client token of a root administrator.
    "rootClient": { "env": "NESTBOX_ROOT_TOKEN" },
    // Optional: a client token of the owner of "otherServer", who is not a root administrator either.
    // "otherUserClient": { "env": "NESTBOX_OTHER_USER_TOKEN" },
    // A client token of a user who is not a root administrator and owns the server below${ofOwner}.
    "userClient": { "env": "NESTBOX_USER_TOKEN" }
  },

  "resources": {
${resourceLines(resources)}
  },

  // The document does not name these fields, so write them as your server expects them.
  "requests": {
    // The body of the tag sync. "{{tagIds}}" becomes an array of ids, "{{tagIdStrings}}" an array of ids as strings.
    "syncTags": { "tag_ids": "{{tagIds}}" },
    // Fields to add to the documented ones in every body of these operations.
    // A node with a real daemon must stay reachable, so pin what leads to it:
    // "updateNode": ${JSON.stringify(pins)},
    "updateNode": {},
    "createUser": {},
    // The environment (an object) and the install-script behavior (a boolean), under the names that your server uses.
    "startup": {}
  },

  // "importEgg": "./egg.json" is an egg share file next to this file, which the kit imports again at the end. Write
  // "{{mark}}" in it where the kit may put a text that it looks for afterwards; otherwise the kit sends a file of its
  // own first, and the variables of your file are not checked.
  "files": {},

  // Headers to send with every request, such as those that a proxy needs. Authorization is set by the kit.
  "headers": {}
}
`)
}

type Resources = Survey['resources']

/** The entries of the resources: the comment, and the value if the survey did not find the resource. */
const entries: { readonly [N in keyof Required<Resources>]: readonly [comment: string, instead?: unknown] } =
  {
    node: ['The node that is updated and tagged; the server below is on it.'],
    otherNode: [
      'Optional: another node. The kit changes its name and its tags: it restores the name if a GET request shows it, the\n' +
        'tags stay those of the kit.',
      2,
    ],
    location: ['The id of the location that the node has now; updates of the node send it.'],
    tags: [
      'Existing game tags. The kit assigns each of them to the node, which has exactly these at the end.',
      [placeholder],
    ],
    egg: ['The egg that is imported into; the server below uses it.'],
    otherEgg: ['Another egg that the server may use; the kit changes back to the first one.'],
    server: [
      'The server whose startup is updated and whose mounts and backups are listed. Only one with more than 50 backups\n' +
        'shows the limit of 50 per page.',
      { id: placeholder, uuid: placeholder },
    ],
    otherServer: [
      'Optional: a server of another user. The kit sends it the startup that a GET request shows, with the fields of\n' +
        '"startup" below; without such a request, startup command and image stay those of the kit.',
      { id: 2, uuid: '...' },
    ],
    otherDatabaseHost: ['Optional: another database host.', '2'],
    databaseHost: ['The database host whose databases are listed, as written in a path.'],
  }

/**
 * The entries as lines. An optional entry that was not found is a comment. The last entry is not optional, so that each
 * optional entry can end with a comma.
 */
function resourceLines(resources: Resources): string {
  const names = Object.keys(entries) as (keyof Resources)[]
  return names
    .flatMap((name) => {
      const [comment, instead = placeholder] = entries[name]
      const isLeftOut = resources[name] === undefined && /^other(?!Egg)/.test(name)
      const entry = `"${name}": ${JSON.stringify(resources[name] ?? instead)}${name === names.at(-1) ? '' : ','}`
      return [...comment.split('\n').map((line) => `    // ${line}`), `    ${isLeftOut ? '// ' : ''}${entry}`]
    })
    .join('\n')
}
