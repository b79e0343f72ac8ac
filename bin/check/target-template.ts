/** A target file to fill in: every entry with its meaning and what depends on it. */
export const targetTemplate = (baseUrl: string): string => `{
  // What the kit may rely on when it checks a server. Checks that need a missing entry are skipped, and the run is
  // incomplete. A line that starts with two slashes is a comment.
  "format": 1,

  // The URL to which the paths of the document (/api/...) are appended.
  "baseUrl": ${JSON.stringify(baseUrl)},

  // Only true lets the kit write: update the node, sync its tags, import into the egg, change the startup of the
  // server, create users. Not all of that can be undone. Otherwise the kit only lists mounts, backups and databases.
  "disposable": false,

  // Tokens as strings or, as here, from environment variables. All three must differ.
  "tokens": {
    // An application token.
    "application": { "env": "NESTBOX_APPLICATION_TOKEN" },
    // A client token of a root administrator.
    "rootClient": { "env": "NESTBOX_ROOT_TOKEN" },
    // A client token of a user who is not a root administrator and owns the server below.
    "userClient": { "env": "NESTBOX_USER_TOKEN" }
  },

  "resources": {
    // The node that is updated and tagged; the server below is on it.
    "node": 1,
    // The location of that node.
    "location": 1,
    // Existing game tags. The kit assigns each of them to the node, and all of them at the end.
    "tags": [1, 2, 3],
    // The egg that is imported into; the server below uses it.
    "egg": 1,
    // Another egg that the server may use; the kit changes back to the first one.
    "otherEgg": 2,
    // The server whose startup is updated and whose mounts and backups are listed. The limit of 50 backups per page
    // can be checked only if the server has more than 50 backups.
    "server": { "id": 1, "uuid": "00000000-0000-4000-8000-000000000000" },
    // The database host whose databases are listed, as written in a path.
    "databaseHost": "1"
  },

  // The document does not name these fields, so write them as your server expects them.
  "requests": {
    // The body of the tag sync. "{{tagIds}}" becomes an array of ids, "{{tagIdStrings}}" an array of ids as strings.
    "syncTags": { "tag_ids": "{{tagIds}}" },
    // Fields to add to the documented ones in every body of these operations.
    "updateNode": {},
    "createUser": {},
    "startup": {}
  },

  // "importEgg": "./egg.json" is an egg share file beside this file; the kit imports it again at the end.
  "files": {},

  // Headers to send with every request, such as those that a proxy needs. Authorization is set by the kit.
  "headers": {}
}
`
