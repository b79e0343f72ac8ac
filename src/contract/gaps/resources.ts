import { answering, ofAvailableServer, only, writing } from './concerns.ts'
import { type Declared, gapsOf } from './gap.ts'

/** The gaps in the effects of the operations on each kind of resource. */
export const resources = {
  'server.unavailable': {
    section: '3',
    on: ofAvailableServer,
    question: 'Are the lists of a server refused because of its state or that of its node?',
    choices: {
      ignore: 'No, states are fields and nothing more.',
      conflict:
        'Yes: backups are refused with 409 while the server is suspended, installing or restoring or its node is in maintenance; mounts with 403 while it is installing.',
    },
    panel: 'conflict',
  },
  ...gapsOf({ on: only('updateNode') })({
    'node.partial': {
      question: 'What happens to node fields that an update omits?',
      choices: {
        keep: 'They stay as they are.',
        'require-ten':
          'Ten of them must be sent; `description`, `behind_proxy`, `maintenance_mode` and `upload_size` are optional.',
        require: 'All fourteen must be sent.',
      },
      panel: 'require-ten',
      pervasive: true,
    },
    'node.ranges': {
      question: 'Are ranges checked for memory, disk, upload size, overallocation and ports of a node?',
      choices: {
        refuse: 'Yes: sizes from 1, overallocation from -1, ports from 1 to 65535.',
        accept: 'No: any integer for a size or an overallocation, and 0 for a port too.',
      },
    },
    'node.scheme': {
      section: '2.2',
      question: 'Which schemes can a node have?',
      choices: {
        'http-https': '`http` and `https`, the two that occur.',
        any: 'Any string of 1 to 191 characters.',
      },
      panel: 'any',
    },
    'node.names': {
      question: 'Which names can a node have?',
      choices: {
        host: 'Any name of up to 191 characters.',
        plain: 'A name of up to 100 letters, digits, spaces and `_.-`.',
      },
      panel: 'plain',
    },
    'node.beyond-fourteen': {
      question: 'Does the node update change `public` and `daemon_base`?',
      choices: {
        ignore: 'No, the operation does not know them.',
        take: 'Yes, checked.',
        'take-and-reset':
          'Yes, checked; without `daemon_base`, the path becomes `/var/lib/pterodactyl/volumes`.',
      },
      panel: 'take-and-reset',
      pervasive: true,
    },
  }),
  'references.unknown': {
    on: only('updateNode', 'updateServerStartup'),
    question: 'What happens if `location_id` or `egg_id` does not exist?',
    choices: [
      ['refuse', 'The request is refused as invalid.'],
      ['404', '404 Not Found.'],
    ],
  },
  'node.mounts': {
    section: '2.2',
    on: answering('node'),
    question: 'What are the elements of `mounts` in the response of the node update?',
    choices: {
      resources: 'Mount resources in their envelopes.',
      rows: 'Plain objects of mount fields.',
      ids: 'Mount ids.',
      empty: 'There are none.',
    },
    panel: 'rows',
    pervasive: true,
  },
  ...gapsOf({ on: only('syncNodeTags') })({
    'tags.body': {
      question: 'How does a tag sync select the tags?',
      choices: {
        lenient: '`tags` or `tag_ids`: an array of ids, as integers or numeric strings, and slugs.',
        strings: '`tags`: an array or object of ids as strings, and slugs in any case.',
      },
      panel: 'strings',
      pervasive: true,
    },
    'tags.unknown': {
      question: 'What happens if a tag sync selects a tag that does not exist?',
      choices: {
        refuse: 'The request is refused as invalid, naming it.',
        ignore: 'It is left out.',
        create: 'A slug becomes a new tag; an unknown id is refused.',
        'ignore-ids-create-names': 'A slug becomes a new tag; an unknown id is left out.',
      },
      panel: 'ignore-ids-create-names',
    },
  }),
  'tags.enforced': {
    section: '4.2',
    on: only('syncNodeTags', 'updateServerStartup'),
    question: 'Can a server on a node with game tags switch to an egg without any of these tags?',
    choices: { refuse: 'No, that egg is refused as invalid.', allow: 'Yes, tags are only a recommendation.' },
    panel: 'allow',
  },
  ...gapsOf({ on: only('importEgg') })({
    'egg.format': {
      section: '4.3',
      question: 'Which formats of egg files does the import accept?',
      choices: {
        'any-version':
          'JSON with the fields of a panel’s export, whatever version it names in `meta.version`.',
        ptdl: 'The same, if `meta.version` is `PTDL_v1` or `PTDL_v2`.',
      },
      panel: 'ptdl',
    },
    'import.refusals': {
      question: 'How is an unreadable egg file reported?',
      choices: {
        fields: 'Always as a bad file, naming the field of the file that is wrong.',
        'by-content':
          'What is neither text nor an object in JSON, as an invalid field; anything else as a bad file, without a field.',
      },
      panel: 'by-content',
    },
    'import.keeps': {
      question: 'What does an egg keep when a file is imported?',
      choices: {
        'author-and-tags': 'Its identity, author and tags.',
        identity: 'Nothing but its identity and tags: the author comes from the file.',
        bare: 'Nothing but its identity: the author comes from the file, the tags are gone.',
      },
      pervasive: true,
    },
  }),
  ...gapsOf({ on: only('updateServerStartup') })({
    'startup.partial': {
      question: 'What happens to startup fields that an update omits?',
      choices: {
        keep: 'They stay; with a new egg, command and image become those of the egg.',
        require: 'All of them must be sent.',
      },
      panel: 'require',
      pervasive: true,
    },
    'startup.fields': {
      question: 'How are the fields for the environment and the install script of the startup update named?',
      choices: {
        'environment-skip_scripts': '`environment` and `skip_scripts`.',
        'variables-skip_install': '`variables` and `skip_install`.',
      },
      pervasive: true,
    },
    'startup.missing-variables': {
      question: 'What happens to variables that the sent environment omits?',
      choices: {
        keep: 'They keep their values.',
        clear: 'They become empty, which must suit their rules; an empty environment changes nothing.',
      },
      panel: 'clear',
    },
    'startup.unknown-variables': {
      question: 'What happens to names in the sent environment that are not variables of the egg?',
      choices: { ignore: 'They are ignored.', refuse: 'Each is refused as invalid.' },
    },
    'startup.rules': {
      section: '2.6',
      question: 'Are the values of an environment checked by the `rules` of their variables?',
      choices: { refuse: 'Yes, any other value is refused as invalid.', accept: 'No, any value will do.' },
    },
    'startup.images': {
      section: '2.5',
      question: 'Which strings are accepted as container images?',
      choices: {
        usual:
          'Up to 191 letters, digits, spaces and `._/:@-`, with a letter or digit first; a `~` may stand in front.',
        any: 'Any string that is not empty.',
      },
    },
  }),
  'mounts.eligible': {
    section: '4.4',
    on: only('listServerMounts'),
    question: 'Which mounts are eligible for a server?',
    choices: {
      'egg-and-node': 'Those tied to its egg and to its node.',
      egg: 'Those tied to its egg.',
      all: 'All of them.',
    },
    pervasive: true,
  },
  ...gapsOf({ on: writing('user') })({
    'users.required': {
      question: 'Which fields must a new user have?',
      choices: {
        four: '`email`, `username`, `first_name` and `last_name`.',
        two: '`email` and `username`; the names may be empty.',
      },
      pervasive: true,
    },
    'users.duplicate': {
      question: 'Can two users share an e-mail address, a user name or an external id?',
      choices: { refuse: 'No, the second is refused as invalid.', accept: 'Yes.' },
    },
    'users.case': {
      question: 'How is a user name stored?',
      choices: { keep: 'As it was sent.', lower: 'In lower case.' },
      panel: 'lower',
    },
    'users.beyond-four': {
      question: 'Can a new user have `external_id`, `language`, `root_admin` and `password`?',
      choices: { take: 'Yes, checked.', ignore: 'No, they are ignored.' },
    },
    'users.values': {
      question: 'Which user names, e-mail addresses, languages and passwords can a new user have?',
      choices: {
        any: 'Any that are not too long.',
        narrow:
          'Names from three letters, digits and `_.-`, with a letter or digit at both ends; addresses that do not begin with `-`; the language `en`; passwords from eight characters.',
      },
      panel: 'narrow',
    },
  }),
} as const satisfies Record<string, Declared>
