/** A target file to fill in: every promise with what it means and what rests on it. */
export const targetTemplate = (baseUrl: string): string => `{
  // What the kit may rely on when it judges a server. Whatever you leave out is not judged, and the run is
  // incomplete. A line that starts with two slashes is a comment.
  "format": 1,

  // What the paths of the document (/api/...) are appended to.
  "baseUrl": ${JSON.stringify(baseUrl)},

  // Only true lets the kit write: update the node, sync its tags, import into the egg, change the startup of the
  // server, create users. Some of that cannot be put back. Otherwise it only lists mounts, backups and databases.
  "disposable": false,

  // Tokens as texts or, as here, from the environment. All three must differ.
  "tokens": {
    // An application token.
    "application": { "env": "NESTBOX_APPLICATION_TOKEN" },
    // A client token of a root administrator.
    "rootClient": { "env": "NESTBOX_ROOT_TOKEN" },
    // A client token of a user who is no root administrator and owns the server below.
    "userClient": { "env": "NESTBOX_USER_TOKEN" }
  },

  "resources": {
    // The node that is updated and tagged; the server below lives on it.
    "node": 1,
    // The location of that node.
    "location": 1,
    // Game tags that exist. The node is given each, and all of them at the end.
    "tags": [1, 2, 3],
    // The egg that is imported into; the server below runs it.
    "egg": 1,
    // Another egg that the server may run; it gets its own back.
    "otherEgg": 2,
    // The server whose startup is updated and whose mounts and backups are listed. With more than 50 backups it
    // can also be judged whether a page has more than 50.
    "server": { "id": 1, "uuid": "00000000-0000-4000-8000-000000000000" },
    // The host whose databases are listed, as it stands in a path.
    "databaseHost": "1"
  },

  // The document does not name these fields, so say what your server calls them.
  "requests": {
    // The body of the tag sync. "{{tagIds}}" becomes an array of ids, "{{tagIdStrings}}" one of ids as strings.
    "syncTags": { "tag_ids": "{{tagIds}}" },
    // What every body of these operations has beside the documented fields.
    "updateNode": {},
    "createUser": {},
    "startup": {}
  },

  // "importEgg": "./egg.json" names an egg share file beside this one, which is imported again at the end.
  "files": {},

  // Headers for every request, if a proxy wants any. Not Authorization: that is the kit's.
  "headers": {}
}
`
