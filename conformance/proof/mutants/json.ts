import { idsWithBody, type OperationId, operations } from '../../../src/contract/index.ts'
import { isGranted, type MakeMiddleware } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { type Place, placesOf } from '../places.ts'
import { answers } from './envelopes.ts'

/** Errors in the JSON of servers. */
const slips: Readonly<Record<string, (text: string) => string>> = {
  'a trailing comma': (text) => text.replace(/\}$/, ',}'),
  'NaN for a number': (text) => text.replace(/:(\d+)/, ':NaN'),
  'single quotes': (text) => text.replaceAll('"', "'"),
  'a warning before it': (text) => `Warning: undefined index in panel.php\n${text}`,
  'a comment before it': (text) => `/* api */${text}`,
  'half of it': (text) => text.slice(0, Math.floor(text.length / 2)),
  'the body twice': (text) => text + text,
  'JSON within a JSON text': (text) => JSON.stringify(text),
  'a callback around it': (text) => `callback(${text})`,
  'an HTML page': () => '<!doctype html><title>Panel</title>',
}

/** Changes the text of granted responses in one place. */
const rewrittenAt =
  (on: OperationId, { make }: Place, change: (text: string) => string): MakeMiddleware =>
  () => {
    const fits = make()
    return async (request, next) => {
      const response = await next(request)
      const { json, ...rest } = response
      if (request.operation !== on || !isGranted(response) || !fits(request, json as never)) return response
      return { ...rest, text: change(JSON.stringify(json)) }
    }
  }

const places = idsWithBody.flatMap((on) => placesOf(on).map((place) => ({ on, place })))

/** Successful responses with a body that is not JSON. */
export const json: readonly Mutant[] = product(
  Object.entries(slips),
  places,
  ([inWords, change], { on, place }) => {
    const { section } = operations[on]
    return {
      name: `1/json: ${section} with ${inWords}, ${place.name}`,
      breaks: ['1#json', `${section}#answer`],
      // If no response of an operation is JSON, the responses may come from a gateway, so that other checks may fail
      // instead.
      caughtBy: ['1/json', ...answers(on)],
      reachedBy: place.reachedBy,
      make: rewrittenAt(on, place, change),
    }
  },
  16,
)
