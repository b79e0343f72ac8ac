/** The text in the place of a secret. */
const blackened = '[redacted]'

/** Names of headers, parameters and fields that hold secrets. */
const secret =
  /authorization|cookie|password|passwd|passphrase|secret|token|api[_-]?key|^x-nestbox-control$|^pwd?$/i

/** A token in the form of the real panel, at any place in a text. */
const madeToken = /\bpt[a-z]{2}_\w+/g

/** A text without tokens and, for a URL, without the secrets in its query. */
export function redactText(text: string): string {
  const [start = '', ...rest] = text.split('?')
  const query = rest.join('?').split('&').map(redactPair).join('&')
  return (rest.length === 0 ? start : `${start}?${query}`).replaceAll(madeToken, blackened)
}

function redactPair(pair: string): string {
  const [[name] = ['']] = new URLSearchParams(pair)
  const at = pair.indexOf('=')
  return at !== -1 && secret.test(name) ? `${pair.slice(0, at)}=${blackened}` : pair
}

export const redactHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      secret.test(name) ? blackened : redactText(String(value)),
    ]),
  )

/** JSON without tokens, and without the values of fields that have the name of a secret, at any depth. */
export function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(madeToken, blackened)
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secret.test(name) ? blackened : redactJson(inner)]),
  )
}
