import type { PanelResponse, Shape } from './exchanges.ts'
import { shapes } from './exchanges.ts'

/** The differences between the response of the panel and that of the mock server, such as `status: 422, 400`. */
export async function differences(panel: PanelResponse, mock: Response): Promise<readonly string[]> {
  const text = await mock.text()
  const body: unknown = isJson(mock) && text !== '' ? JSON.parse(text) : undefined
  const errors = errorsOf(body)
  const shape = shapes.get(panel.shape ?? '')
  return [
    ...compared('status', panel.status, mock.status),
    ...compared('media type', panel.type ?? 'application/json', mediaType(mock) ?? panel.type),
    ...compared('rate limit', panel.limited ?? false, mock.headers.has('x-ratelimit-limit')),
    ...(panel.allow === undefined ? [] : compared('allow', panel.allow, mock.headers.get('allow'))),
    ...(panel.errors ? compared('errors', panel.errors.map(words), errors.map(words)) : []),
    ...(panel.detail === undefined ? [] : compared('detail', panel.detail, detailOf(body))),
    ...(shape === undefined ? [] : shapeDifferences(shape, body, '')),
  ]
}

const mediaType = ({ headers }: Response): string | undefined => headers.get('content-type')?.split(';')[0]

const isJson = (response: Response): boolean => mediaType(response)?.endsWith('json') ?? false

const words = (parts: readonly string[]): string => parts.join(' ')

const compared = (label: string, panel: unknown, mock: unknown): readonly string[] =>
  JSON.stringify(panel) === JSON.stringify(mock) ? [] : [`${label}: ${inShort(panel)}, ${inShort(mock)}`]

const inShort = (value: unknown): string => (Array.isArray(value) ? `[${value.join('; ')}]` : String(value))

interface ErrorEntry {
  readonly code: string
  readonly detail: string
  readonly meta?: { readonly source_field: string; readonly rule: string }
}

const entriesOf = (body: unknown): readonly ErrorEntry[] =>
  typeof body === 'object' && body !== null && 'errors' in body ? (body.errors as readonly ErrorEntry[]) : []

const errorsOf = (body: unknown): readonly (readonly string[])[] =>
  entriesOf(body).map(({ code, meta }) => [code, ...(meta ? [meta.source_field, meta.rule] : [])])

const detailOf = (body: unknown): string | undefined => entriesOf(body)[0]?.detail

/** Differences of the names, order and types of fields. A null on either side is no difference. */
function shapeDifferences(shape: Shape, value: unknown, at: string): readonly string[] {
  if (shape === 'null' || value === null) return []
  if (typeof shape === 'string') return compared(`type at ${at}`, shape, typeOf(value))
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`type at ${at}: array, ${typeOf(value)}`]
    const [item] = shape
    return item === undefined || value.length === 0 ? [] : shapeDifferences(item, value[0], `${at}[0]`)
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`type at ${at}: object, ${typeOf(value)}`]
  const bag = value as Readonly<Record<string, unknown>>
  const { '*': any, ...named } = shape
  const names = Object.keys(bag).filter((name) => any === undefined || name in named)
  return [
    ...compared(`fields at ${at || 'the top'}`, Object.keys(named), names),
    ...Object.keys(bag).flatMap((name) => {
      const inner = named[name] ?? any
      return inner === undefined ? [] : shapeDifferences(inner, bag[name], `${at}/${name}`)
    }),
  ]
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape)

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
