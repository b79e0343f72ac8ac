import { createAjv } from '../../src/contract/checking/compile.ts'
import { numberIn, queryOf } from './changes.ts'
import { bodyOf, type ProxyRequest } from './messages.ts'

const partsOf = (request: ProxyRequest) => {
  const body = bodyOf(request)
  const values = Object.values(body)
  const query = queryOf(request)
  return {
    ...{ body, text: request.text, credential: request.credential },
    texts: values.filter((value) => typeof value === 'string'),
    numbers: values.filter((value) => typeof value === 'number'),
    query: Object.fromEntries([...query.keys()].map((name) => [name, numberIn(query, name)])),
    variables: request.text.split('"env_variable"').length - 1,
    hasOtherEgg: body['egg_id'] === request.target.resources.otherEgg,
  }
}

/** Which requests are meant, as JSON schemas of their parts. */
export type RequestSchemas = Readonly<Partial<Record<keyof ReturnType<typeof partsOf>, object>>>

const ajv = createAjv({ strict: false })

/** Whether the parts of a request have these schemas. */
export function fitting(properties: RequestSchemas): (request: ProxyRequest) => boolean {
  const schema = { properties }
  return (request) => ajv.validate(schema, partsOf(request))
}
