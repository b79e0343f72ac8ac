import { type Kind, sectionOf } from '../../../src/contract/index.ts'
import { type Appearance, appearancesOf } from '../appearances.ts'
import { replace, resources } from '../changes.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt } from '../places.ts'

import { arrayOf, file, mapOf, type Slip, slips } from './wrong-types.ts'

/** Values of a wrong type in arrays and maps of the right type. */
const inner: readonly (readonly [kind: Kind, path: string, inWords: string, slip: Slip, clause?: string])[] =
  [
    ['egg', 'features', 'with a number', arrayOf('eula', 3)],
    ['egg', 'docker_images', 'with a list', mapOf(['image:1'])],
    ['egg', 'config.startup.done', 'with a number', arrayOf('done', 1)],
    ['egg', 'config.file_denylist', 'with an object', arrayOf({ path: 'a' })],
    ['egg', 'config.files', 'with a number as its parser', file(1, { key: 'value' }), 'config.files.parser'],
    ['egg', 'config.files', 'with a list of what it replaces', file('ini', []), 'config.files.find'],
    [
      'egg',
      'config.files',
      'with a number as replacement',
      file('ini', { port: 25_565 }),
      'config.files.find',
    ],
    ['server', 'container.environment', 'with a number', mapOf(1)],
    ['server', 'container.environment', 'with a list', mapOf(['a'])],
    ['backup', 'ignored_files', 'with a number', arrayOf('logs/', 7)],
    ['backup', 'ignored_files', 'with an object', arrayOf({ path: 'logs/' })],
  ]

interface Row {
  readonly kind: Kind
  readonly path: string
  readonly inWords: string
  readonly slip: Slip
  readonly clauses: readonly string[]
}

const rows: readonly Row[] = [
  ...(Object.keys(slips) as Kind[]).flatMap((kind) =>
    Object.entries(slips[kind]).map(([path, slip]) => ({ kind, path, slip, inWords: '', clauses: [path] })),
  ),
  ...inner.map(([kind, path, inWords, slip, clause]) => ({
    ...{ kind, path, slip, inWords: ` ${inWords}` },
    clauses: clause === undefined ? [path] : [path, clause],
  })),
]

/** Fields that a resource has only at the top of a response, or only nested. */
const formOf: Readonly<Record<string, 'top' | 'nested'>> = {
  'node.mounts': 'top',
  'node.servers_count': 'nested',
  'user.image': 'nested',
  'user.servers_count': 'nested',
  'user.subuser_of_count': 'nested',
}

const appearances = ({ kind, path }: Row): readonly Appearance[] =>
  appearancesOf(kind).filter(({ which }) => (formOf[`${kind}.${path}`] ?? which.place) === which.place)

/** Every field with a value of a wrong type. */
export const types: readonly Mutant[] = product(
  rows,
  appearances,
  ({ kind, path, slip, inWords, clauses }, { name, on, which, place }) => {
    const section = sectionOf(kind)
    return {
      name: `${section}/types: ${kind}.${path}${inWords}, ${name}`,
      breaks: clauses.map((clause) => `${section}#${clause}`),
      caughtBy: [`${section}/types`],
      reachedBy: place.reachedBy,
      shows: path,
      make: answeredAt(
        on,
        place,
        resources(kind, (attributes) => replace(attributes, path, slip), which),
      ),
    }
  },
  4,
)
