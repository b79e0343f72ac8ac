import { randomUUID } from 'node:crypto'
import { isObject } from '../../src/contract/index.ts'
import { bearerInWords, sendings, tokenVariables } from './credentials.ts'
import { eggFile } from './egg-file.ts'
import type { Ask, AskedId, Exchange } from './exchange.ts'
import { type ShellPart, shellWord, withCode } from './shell.ts'
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

/** A placeholder for the token while a part of a request is built, which no text of a server can equal. */
const tokenMark = `token-${randomUUID()}`

/** A text of a request, in which the shell variable of the token replaces a mark. */
const withToken = ({ token }: Ask<AskedId>, text: string, mark = tokenMark): readonly ShellPart[] =>
  withCode([text], mark, { code: `$${tokenVariables[token]}` })

/** The headers of a request that the kit chose, for a shell. */
export function headersInShell(
  ask: Ask<AskedId>,
): readonly (readonly [name: string, value: readonly ShellPart[]])[] {
  const { credential, token, carrier, json, headers = {} } = ask
  const { accept = 'application/json', 'content-type': type = 'application/json', ...others } = headers
  const authorization = sendings[credential].shell(tokenVariables[token], carrier)
  return [
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
    ['Accept', [accept]],
    ...Object.entries(others).map(([name, value]) => [name, [value]] as const),
    ...tokenHeaders(ask, tokenMark).map(([name, value]) => [name, withToken(ask, value)] as const),
    ...(json === undefined ? [] : [['Content-Type', [type]] as const]),
  ]
}

/**
 * A command that sends the request of an exchange again. Everything is in single quotes but the shell variables of the
 * tokens and other code of the kit, so that no text of a server or a target can become code.
 */
export function curlOf({ ask }: Exchange, baseUrl: string, trust: Trust = {}): string {
  const { method, path, file } = ask
  const json = jsonWithToken(ask, tokenMark)
  const option = (flag: string, ...parts: readonly ShellPart[]) => `${flag} ${shellWord(...parts)}`
  return [
    'curl -i',
    ...(/^https:/i.test(baseUrl) ? trusting(trust) : []),
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headersInShell(ask).map(([name, value]) => option('-H', `${name}: `, ...value)),
    ...(json === undefined ? [] : [option('-d', ...newPerson(json, withToken(ask, JSON.stringify(json))))]),
    ...(file === undefined ? [] : [option('-F', 'import_file=@-;filename=egg.json;type=application/json')]),
    // In a URL, curl reads brackets and braces as lists of URLs.
    ...(/[[\]{}]/.test(baseUrl + path) ? ['-g'] : []),
    // The client replaces the same variables in a path.
    shellWord(baseUrl, ...withToken(ask, path, `$${tokenVariables[ask.token]}`)),
    ...(file === undefined ? [] : [option('<', eggFile(file))]),
  ].join(' ')
}

function trusting({ caFile, insecure = false }: Trust): string[] {
  if (insecure) return ['-k']
  return caFile === undefined ? [] : [`--cacert ${shellWord(caFile)}`]
}

/** The part of a name that no other run has, without letters that an exploration repeats to make the name long. */
const ownName = /(?!(.)\1{8})[a-z0-9]{9,}?(?=(.)\2{8}|[^a-z0-9]|$)/

/**
 * A body in which the name and the address of a user are new each time the command runs, because a server refuses a user
 * that exists. The seconds are written in letters, because some servers accept only names without digits.
 */
function newPerson(json: unknown, body: readonly ShellPart[]): readonly ShellPart[] {
  if (!isObject(json) || typeof json['email'] !== 'string') return body
  const names = [json['email'].split('@')[0], json['username']]
  return names
    .flatMap((name) => ownName.exec(String(name))?.[0] ?? [])
    .reduce((parts, name) => withCode(parts, name, 'nb', { code: '$(date +%s | tr 0-9 q-z)' }), body)
}
