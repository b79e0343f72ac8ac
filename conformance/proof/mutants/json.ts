import { idsWithBody, type OperationId, operations } from '../../../src/contract/index.ts'
import { isGranted, type MakeMiddleware } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { type Place, placesOf } from '../places.ts'
import { answers } from './envelopes.ts'

/** What servers make of JSON. */
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

/** Writes the body of granted responses otherwise, in one place only. */
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

/** Success in a body that is no JSON. */
export const json: readonly Mutant[] = product(
  Object.entries(slips),
  places,
  ([inWords, change], { on, place }) => {
    const { section } = operations[on]
    return {
      name: `1/json: ${section} with ${inWords}, ${place.name}`,
      breaks: ['1#json', `${section}#answer`],
      // Where no response of an operation is JSON, nothing tells a server from a page that somebody put before it.
      caughtBy: ['1/json', ...answers(on)],
      reachedBy: place.reachedBy,
      make: rewrittenAt(on, place, change),
    }
  },
  16,
)
