import type { Reply } from '../client/client.ts'
import { isObject } from '../judge/reception.ts'
import { refusals } from './ask.ts'
import { agreed, type Observers, tally } from './observer.ts'

/** Bodies of errors. */
export const errors = {
  'error.body': async (fixtures) =>
    agreed(
      'error.body',
      tally(
        refusals(fixtures).flatMap(({ reply }) =>
          reply && reply.status >= 400 && reply.status < 500
            ? [{ value: shapeOf(reply), where: String(reply.status) }]
            : [],
        ),
      ),
    ),
} satisfies Partial<Observers>

function shapeOf({ headers, text, json }: Reply): string {
  if (text.trim() === '') return 'empty'
  const type = String(headers['content-type'] ?? 'no content type')
  if (type.startsWith('application/problem+json')) return 'problem'
  if (!isObject(json)) return json === undefined ? type : 'JSON that is no object'
  const entries = json['errors']
  const isPanel = Array.isArray(entries) && entries.length > 0 && entries.every(isEntry)
  return isPanel ? 'panel' : `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no keys'}`
}

const isEntry = (entry: unknown): boolean =>
  isObject(entry) && ['code', 'status', 'detail'].every((key) => Object.hasOwn(entry, key))
