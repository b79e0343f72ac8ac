import { type KindName, kinds } from '../../judge/kinds.ts'
import { everyResource, replace } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

/** What servers write in the place of a timestamp. */
const wrong: Readonly<Record<string, string>> = {
  'with Z': '2026-03-01T12:00:00Z',
  'with Z and fraction': '2026-03-01T12:00:00.000000Z',
  'with a space for the T': '2026-03-01 12:00:00+00:00',
  'without an offset': '2026-03-01T12:00:00',
  'as a database has it': '2026-03-01 12:00:00',
  'without seconds': '2026-03-01T12:00+00:00',
  'a day alone': '2026-03-01',
  'a day that is none': '2026-02-30T12:00:00+00:00',
  'a leap day of no leap year': '2025-02-29T12:00:00+00:00',
  'an hour that is none': '2026-03-01T25:00:00+00:00',
  'with the name of a zone': '2026-03-01T12:00:00 UTC',
  'an offset of a day': '2026-03-01T12:00:00+25:00',
  'seconds as text': '1760000000',
  'an HTTP date': 'Sun, 01 Mar 2026 12:00:00 GMT',
  empty: '',
}

/** Fields that hold timestamps, by kind. */
const fields: Readonly<Partial<Record<KindName, readonly string[]>>> = {
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

export const timestamps: readonly Mutant[] = [
  ...Object.entries(wrong).map(
    ([inWords, text]): Mutant => ({
      name: `timestamps: ${inWords}`,
      breaks: ['2.1#timestamps'],
      caughtBy: '2.1/timestamps',
      shows: 'created_at',
      make: () => everyResource('any', (attributes) => replace(attributes, 'created_at', () => text)),
    }),
  ),
  ...(Object.keys(fields) as KindName[]).flatMap((kind) =>
    (fields[kind] ?? []).map(
      (path): Mutant => ({
        name: `timestamps: ${kind}.${path} with Z`,
        breaks: ['2.1#timestamps', `${kinds[kind].section}#${path}`],
        caughtBy: '2.1/timestamps',
        shows: path,
        make: () =>
          everyResource(kind, (attributes) =>
            // A backup under way has not been completed, which is no timestamp to spoil.
            replace(attributes, path, (value) => (value === null ? null : '2026-03-01T12:00:00Z')),
          ),
      }),
    ),
  ),
]
