import { plainly, type Scene } from '../judge/fixtures.ts'
import { nestedLater } from '../judge/not-shown.ts'
import { importMarked, importOther, imports, oddImport } from '../judge/operations/import-egg.ts'
import { foreignEgg } from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged, prerequisite } from '../judge/outcome.ts'
import { granted } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import type { CheckRow } from './check.ts'
import { othersUnchanged, sameCheck } from './identity-checks.ts'
import { pathCheck } from './path-check.ts'
import { relationshipsCheck } from './place-checks.ts'

/** Imports two files, and reads the egg after each. */
const keptFiles: Scene = async (fixtures) => {
  for (const round of ['first', 'second']) {
    granted(await importMarked(fixtures, `${fixtures.session.mark} ${round} kept`))
    await fixtures.look('egg')
  }
}

/** The other egg of the target, which the responses of startup updates nest. */
const otherEggShown: Scene = (fixtures) => fixtures.play(foreignEgg, 'id').catch(ignoreUnjudged)

export const importEgg: readonly CheckRow[] = [
  relationshipsCheck('4.3/relationships', 'importEgg'),
  sameCheck('importEgg', ['4.3#same-egg'], imports, importOther),
  {
    id: '4.3/from-file',
    title: 'the response has values of the uploaded file',
    ignored:
      'which fields the import takes and which it keeps; of a file of the target, texts without `{{mark}}`',
    needs: [plainly.importEgg, imports],
    scenes: [importOther],
    judge(evidence) {
      const [, second] = evidence.result(imports)?.imported ?? []
      return second && !wasGranted(second) ? prerequisite('4.3/response', second) : undefined
    },
  },
  {
    id: '4.3/whole-texts',
    clauses: ['4.3#from-file'],
    title: 'strings and variables that the import takes from the file are complete',
    ignored: 'fields that the import does not take from the file',
    needs: [plainly.importEgg, oddImport],
    judge(evidence) {
      const exchange = evidence.result(oddImport)
      if (!exchange || wasGranted(exchange)) return undefined
      return { skip: `a file with strings of every kind was refused: ${doesNotSuit(evidence, exchange)}` }
    },
  },
  {
    id: '4.3/persists',
    title: 'changes of an import are the same in later responses of other operations',
    ignored: 'fields that the import did not take from the file',
    needs: [plainly.importEgg, keptFiles],
    judge: nestedLater('egg'),
  },
  othersUnchanged('importEgg', imports, (fixtures) => foreignEgg(fixtures, 'id'), importOther),
  pathCheck('importEgg', otherEggShown),
]
