import { granted } from '../judge/fixtures.ts'
import { importMarked, importOther, imports, oddImport } from '../judge/operations/import-egg.ts'
import { foreignEgg } from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged, Unjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import type { CheckRow } from './check.ts'
import { sameCheck } from './identity-checks.ts'
import { logCheck } from './log-check.ts'
import { othersUnchanged } from './others-unchanged.ts'
import { pathCheck } from './path-check.ts'
import { relationshipsCheck } from './relationships-check.ts'

export const importEgg: readonly CheckRow[] = [
  relationshipsCheck('4.3/relationships', 'importEgg'),
  sameCheck('importEgg', ['4.3#same-egg'], { fixtures: [imports, importOther] }),
  logCheck({
    id: '4.3/from-file',
    clauses: ['4.3#from-file'],
    title: 'something of the uploaded file shows in the response',
    ignored:
      'which fields the import takes and which it keeps; of a file of the target, texts without `{{mark}}`',
    on: 'importEgg',
    opening: async (fixtures) => granted((await imports(fixtures))[1]),
    scenes: [importOther],
  }),
  logCheck({
    id: '4.3/whole-texts',
    clauses: ['4.3#from-file'],
    title: 'strings and variables that the import takes from the file are whole',
    ignored: 'fields that the import does not take from the file',
    on: 'importEgg',
    async opening(fixtures) {
      const exchange = await oddImport(fixtures)
      if (!wasGranted(exchange))
        throw new Unjudged(
          `a file with strings of every kind was refused: ${doesNotSuit(fixtures, exchange)}`,
        )
    },
  }),
  logCheck({
    id: '4.3/persists',
    clauses: ['4.3#persists'],
    title: 'what an import changed stays in later responses of other operations',
    ignored: 'fields that the import did not take from the file',
    on: 'importEgg',
    shown: 'egg',
    async opening(fixtures) {
      const { mark } = fixtures.session
      for (const round of ['first', 'second']) {
        granted(await importMarked(fixtures, `${mark} ${round} kept`))
        await fixtures.look('egg')
      }
    },
  }),
  othersUnchanged({
    operation: 'importEgg',
    kind: 'egg',
    scenes: [imports, (fixtures) => foreignEgg(fixtures, 2), importOther],
  }),
  pathCheck('importEgg', 'an id that no egg has is not answered with this egg', (fixtures) =>
    foreignEgg(fixtures).catch(ignoreUnjudged),
  ),
]
