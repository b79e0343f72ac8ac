import { isObject } from '../judge/reception.ts'
import type { Exchange } from './client.ts'
import { authorizationInShell, bearerInWords, tokenVariables } from './credentials.ts'
import { jsonWithToken, tokenHeaders } from './token-carriers.ts'

/** Which certificates are trusted, for the options of a command. */
export interface Trust {
  /** The file of trusted certificates. */
  readonly caFile?: string | undefined
  /** Whether any certificate is trusted. */
  readonly insecure?: boolean | undefined
}

/** A request in one line: method, path and credential. */
export const requestLine = ({ ask }: Exchange): string =>
  `${ask.method} ${ask.path}, ${bearerInWords(ask.credential)}`

/** A command that sends the request of an exchange again, with shell variables for tokens. */
export function curlOf({ ask }: Exchange, baseUrl: string, trust: Trust = {}): string {
  const authorization = authorizationInShell(ask.credential, ask.token)
  const variable = `$${tokenVariables[ask.token]}`
  const json = jsonWithToken(ask, variable)
  // In a shell, a variable is only replaced outside single quotes.
  const data = json === ask.json ? quoted : filledIn(variable)
  const url = baseUrl + ask.path
  return [
    ...(ask.file === undefined ? [] : [`printf %s ${shortened(ask.file)} |`]),
    'curl -i',
    ...(/^https:/i.test(baseUrl) ? trusting(trust) : []),
    ...(ask.method === 'GET' ? [] : [`-X ${ask.method}`]),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    `-H ${quoted(`Accept: ${ask.headers?.['accept'] ?? 'application/json'}`)}`,
    ...tokenHeaders(ask, variable).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(json === undefined
      ? []
      : [
          `-H ${quoted(`Content-Type: ${ask.headers?.['content-type'] ?? 'application/json'}`)}`,
          `-d ${newPerson(json, data(JSON.stringify(json)))}`,
        ]),
    ...(ask.file === undefined ? [] : ["-F 'import_file=@-;filename=egg.json;type=application/json'"]),
    // In a shell, a variable is replaced inside double quotes.
    url.includes('$') ? `"${url}"` : quoted(url),
  ].join(' ')
}

function trusting({ caFile, insecure = false }: Trust): string[] {
  if (insecure) return ['-k']
  return caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]
}

/**
 * A quoted body in which the name and the address of a user are new each time the command runs, because a server
 * refuses a user that exists. The seconds are written in letters, because some servers accept only names without
 * digits.
 */
function newPerson(json: unknown, body: string): string {
  if (!isObject(json) || typeof json['email'] !== 'string') return body
  const names = [json['email'].split('@')[0], json['username']]
  const fresh = `nb'"$(date +%s | tr 0-9 q-z)"'`
  return names
    .filter((name): name is string => typeof name === 'string' && /^[a-z0-9]{9,}$/.test(name))
    .reduce((text, name) => text.replaceAll(name, () => fresh), body)
}

const filledIn =
  (variable: string) =>
  (text: string): string =>
    quoted(text).replaceAll(variable, () => `'"${variable}"'`)

/** A text that occurs at least ten times in a row, without characters that are special in a shell or in `printf`. */
const repeated = /([^'"%$`!\n]{8,60}?)\1{9,}/g

/** Maximum length of a file that is searched for repetitions. */
const longestSearched = 20_000

/** A quoted text, in which repeated text is written once, with the number of times. */
function shortened(text: string): string {
  if (text.length > longestSearched) return quoted(text)
  const words: string[] = []
  let at = 0
  for (const { index, 0: run, 1: unit = '' } of text.matchAll(repeated)) {
    // The format of `printf` needs each backslash twice.
    const format = unit.replaceAll('\\', '\\\\')
    words.push(
      quoted(text.slice(at, index)),
      `"$(printf '%.0s${format}' $(seq ${run.length / unit.length}))"`,
    )
    at = index + run.length
  }
  return [...words, quoted(text.slice(at))].join('')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
