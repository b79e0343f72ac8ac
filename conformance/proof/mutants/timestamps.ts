import { type Kind, sectionOf } from '../../../src/contract/index.ts'
import { appearancesOf } from '../appearances.ts'
import { replace, resources } from '../changes.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, everywhere } from '../places.ts'

/** Texts that servers send instead of a timestamp. */
const wrong: Readonly<Record<string, string>> = {
  'with Z': '2026-03-01T12:00:00Z',
  'with Z and fraction': '2026-03-01T12:00:00.000000Z',
  'with a space for the T': '2026-03-01 12:00:00+00:00',
  'without an offset': '2026-03-01T12:00:00',
  'basic, with Z': '20260301T120000Z',
  'basic, without an offset': '20260301T120000',
  'with a lower-case t': '2026-03-01t12:00:00+00:00',
  'with an offset of one digit': '2026-03-01T12:00:00+2',
  'as a database has it': '2026-03-01 12:00:00',
  'a day alone': '2026-03-01',
  'a day that is none': '2026-02-30T12:00:00+00:00',
  'a leap day of no leap year': '2025-02-29T12:00:00+00:00',
  'a month that is none': '2026-13-01T12:00:00+00:00',
  'a week that is none': '2026-W54-1T12:00:00+00:00',
  'a day of the year that is none': '2026-366T12:00:00+00:00',
  'a minute that is none': '2026-03-01T12:60:00+00:00',
  'an hour that is none': '2026-03-01T25:00:00+00:00',
  'with the name of a zone': '2026-03-01T12:00:00 UTC',
  'an offset of a day': '2026-03-01T12:00:00+25:00',
  'seconds as text': '1760000000',
  'an HTTP date': 'Sun, 01 Mar 2026 12:00:00 GMT',
  empty: '',
}

/** Fields that hold timestamps, by kind. */
const fields: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  node: ['created_at', 'updated_at'],
  location: ['created_at', 'updated_at'],
  tag: ['created_at', 'updated_at'],
  egg: ['created_at', 'updated_at'],
  egg_variable: ['created_at', 'updated_at'],
  server_variable: ['created_at', 'updated_at'],
  server: ['created_at', 'updated_at'],
  user: ['created_at', 'updated_at'],
  backup: ['created_at', 'completed_at'],
}

const places = (Object.keys(fields) as Kind[]).flatMap((kind) =>
  (fields[kind] ?? []).flatMap((path) =>
    appearancesOf(kind).map((appearance) => ({ ...appearance, kind, path })),
  ),
)

/** Every timestamp in a format other than ISO 8601 with a numeric offset. */
export const timestamps: readonly Mutant[] = [
  ...product(Object.entries(wrong), places, timestampMutant, 12),
  // Each field with the most common error.
  ...places
    .filter(({ place, which }) => place === everywhere && which.item === undefined)
    .map((place) => timestampMutant(['with Z', wrong['with Z'] ?? ''], place)),
].filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)

function timestampMutant(
  [inWords, text]: readonly [string, string],
  { kind, path, name, on, which, place }: (typeof places)[number],
): Mutant {
  // The `completed_at` of a backup that is not completed is null, and stays so.
  const change = resources(
    kind,
    (attributes) => replace(attributes, path, (value) => (value === null ? null : text)),
    which,
  )
  return {
    name: `2.1/timestamps: ${kind}.${path} ${inWords}, ${name}`,
    breaks: ['2.1#timestamps', `${sectionOf(kind)}#${path}`],
    caughtBy: ['2.1/timestamps'],
    reachedBy: place.reachedBy,
    shows: path,
    make: answeredAt(on, place, change),
  }
}
