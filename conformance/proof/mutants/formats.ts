import { type Kind, sectionOf } from '../../../src/contract/index.ts'
import { appearancesOf } from '../appearances.ts'
import { replace, resources } from '../changes.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt } from '../places.ts'

type Row = readonly [kind: Kind, path: string, wrong: string | number, inWords: string]

const rows: readonly Row[] = [
  ['node', 'uuid', 'node-1', 'no UUID'],
  ['node', 'uuid', '0123456789abcdef0123456789abcdef', 'without hyphens'],
  ['node', 'fqdn', 'https://node.example.com', 'a URL'],
  ['node', 'fqdn', 'node one.example.com', 'with a space'],
  ['node', 'fqdn', 'node.example.com:8080', 'with a port'],
  ['node', 'fqdn', '', 'empty'],
  ['node', 'daemon_listen', 70_000, 'beyond the ports'],
  ['node', 'daemon_sftp', -1, 'below the ports'],
  ['tag', 'color', '3fa7d6', 'without #'],
  ['tag', 'color', '#12345', 'of five digits'],
  ['tag', 'color', 'rebeccapurple', 'a name'],
  ['tag', 'color', 'rgb(1, 2, 3)', 'a function'],
  ['egg', 'uuid', 'egg-1', 'no UUID'],
  ['server', 'uuid', '1a7ce997', 'the short identifier'],
  ['server', 'uuid', '{1a7ce997-259b-452e-8b4e-cecc464142ca}', 'in braces'],
  ['user', 'uuid', 'zzzzzzzz-0000-0000-0000-000000000000', 'with letters beyond f'],
  ['user', 'email', 'ann.example.com', 'without @'],
  ['user', 'email', '@example.com', 'without a name'],
  ['user', 'email', 'Ann <ann@example.com>', 'with a display name'],
  ['user', 'email', '', 'empty'],
  ['backup', 'checksum', 'da39a3ee5e6b4b0d3255bfef95601890afd80709', 'without its algorithm'],
  ['backup', 'checksum', 'sha1:not-hex', 'no digest'],
  ['backup', 'checksum', 'sha1:', 'empty digest'],
  ['backup', 'checksum', '', 'empty'],
  ['backup', 'checksum', 'sha256:qL3vXw==', 'in base64'],
]

/** Every field that has a format in the document, in another format. */
export const formats: readonly Mutant[] = product(
  rows,
  ([kind]) => appearancesOf(kind),
  ([kind, path, wrong, inWords], { name, on, which, place }) => {
    const section = sectionOf(kind)
    const change = resources(kind, (attributes) => replace(attributes, path, () => wrong), which)
    return {
      name: `${section}/formats: ${kind}.${path} ${inWords}, ${name}`,
      breaks: [`${section}#${path}`],
      caughtBy: [`${section}/formats`],
      reachedBy: place.reachedBy,
      shows: path,
      make: answeredAt(on, place, change),
    }
  },
  4,
)
