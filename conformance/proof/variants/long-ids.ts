import { parsedJson } from '../../client/parsed-json.ts'
import type { Target } from '../../target/target.ts'
import type { Middleware } from '../messages.ts'
import type { Variant } from './variant.ts'

/** The first long id. JavaScript numbers can hold neither this integer nor those that follow in steps of two. */
const first = 9_007_199_254_740_993n

const long = (id: string): string => String(first + 2n * BigInt(id))

/** Replaces long ids by those of the server behind the proxy. */
const short = (text: string): string =>
  // None of them is the largest integer of JavaScript.
  text.replaceAll(/\b90071992547\d{5}\b/g, (id) =>
    BigInt(id) < first ? id : String((BigInt(id) - first) / 2n),
  )

const withLongIds: Middleware = async (request, next) => {
  const sent = { ...request, path: short(request.path), text: short(request.text) }
  const { json, text = '', ...response } = await next(sent)
  const ids = /"(id|node|user|egg|allocation|\w+_id)":(\d+)/g
  const said = json === undefined ? text : JSON.stringify(json)
  return { ...response, text: said.replaceAll(ids, (_, name, id) => `"${name}":${long(id)}`) }
}

const known = ({ resources, ...target }: Target): Target => ({
  ...target,
  // Ids in the target are replaced by long ids of the same resources.
  resources: parsedJson(
    JSON.stringify(resources).replaceAll(/(?<=[:[,])\d+(?=[,\]}])/g, long),
  ) as Target['resources'],
})

export const longIds: readonly Variant[] = [
  { name: 'ids are integers that no JavaScript number holds', target: known, make: () => withLongIds },
]
