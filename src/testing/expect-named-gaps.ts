import { expect } from 'vitest'
import { allOperations } from '../contract/companions.ts'
import { concerns, type GapId } from '../contract/gaps/index.ts'
import { takesMethod, takesPath } from '../contract/operations.ts'

/**
 * Expects that the gaps on which a response was seen to depend concern its operation, as their rows in the file
 * `src/contract/gaps/gaps.json` say: every response in every test of a service checks that those rows are complete.
 */
export function expectNamedGaps(method: string, path: string, headers: Headers): void {
  const assumed = headers.get('x-nestbox-assumed')?.split(', ') ?? []
  const [plain = ''] = path.replace(/^\/~[^/]*/, '').split('?')
  const operation = Object.values(allOperations).find(
    (each) => takesMethod(each, method) && takesPath(each, plain),
  )
  if (!operation || assumed.length === 0) return
  const unnamed = assumed.filter((id) => !concerns(id as GapId, operation))
  expect(unnamed, `gaps.json: gaps whose \`on\` leaves out ${operation.id}`).toEqual([])
}
