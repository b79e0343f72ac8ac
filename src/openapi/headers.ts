import { filtered, mapValues, without } from '../contract/objects.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { type ResponseHeader, responseHeaders, securityHeaders } from '../http/response-headers.ts'
import type { Json } from './plain-schema.ts'

function headersSent({ gap }: GapSettings): Readonly<Record<string, ResponseHeader>> {
  const isLimited = gap('rate.limit') !== 'off'
  // The operation createBackup has a limit of its own.
  const mayWait = isLimited || gap('operations.beyond') === 'panel'
  const protecting = mapValues(securityHeaders(gap), (value): ResponseHeader => {
    return { description: `Always \`${value}\`.`, type: 'string', where: 'everywhere' }
  })
  const own = filtered(responseHeaders, (_, { where }) =>
    where === 'waiting' ? mayWait : isLimited || where === 'everywhere',
  )
  return { ...own, ...protecting }
}

const isOfRefusals = ({ where }: ResponseHeader): boolean => where === 'refused' || where === 'waiting'

const pointers = (headers: Readonly<Record<string, ResponseHeader>>): Json =>
  mapValues(headers, (_, name) => ({ $ref: `#/components/headers/${name}` }))

/** The headers of every response, as references to components. */
export const headersFor = (gapSettings: GapSettings): Json =>
  pointers(filtered(headersSent(gapSettings), (_, header) => !isOfRefusals(header)))

/** The headers of an error; those that other responses have too are references to components. */
export const headersOf = (sent: Readonly<Record<string, string>>): Json => ({
  ...mapValues(without(sent, 'Content-Type'), () => ({ schema: { type: 'string' } })),
  ...pointers(filtered(responseHeaders, (name) => name in sent)),
})

export const headerComponents = (gapSettings: GapSettings): Json =>
  mapValues(headersSent(gapSettings), ({ description, type }) => ({ description, schema: { type } }))
