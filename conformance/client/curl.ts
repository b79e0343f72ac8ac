import type { Exchange } from './client.ts'
import { authorizationInShell } from './credentials.ts'

/** What certificates are trusted, as a command can say it. */
export interface Trust {
  /** The file of those to trust. */
  readonly caFile?: string | undefined
  /** Whether any certificate is trusted. */
  readonly insecure?: boolean | undefined
}

/** A command that sends the request of an exchange again, with shell variables for tokens. */
export function curlOf({ ask }: Exchange, baseUrl: string, trust: Trust = {}): string {
  const authorization = authorizationInShell(ask.credential, ask.token)
  const url = baseUrl + ask.path
  return [
    ...(ask.file === undefined ? [] : [`printf %s ${quoted(ask.file)} |`]),
    'curl -i',
    ...(/^https:/i.test(baseUrl) ? trusting(trust) : []),
    ...(ask.method === 'GET' ? [] : [`-X ${ask.method}`]),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    `-H ${quoted(`Accept: ${ask.headers?.['accept'] ?? 'application/json'}`)}`,
    ...(ask.json === undefined
      ? []
      : [
          `-H ${quoted(`Content-Type: ${ask.headers?.['content-type'] ?? 'application/json'}`)}`,
          `-d ${quoted(JSON.stringify(ask.json))}`,
        ]),
    ...(ask.file === undefined ? [] : ["-F 'import_file=@-;filename=egg.json;type=application/json'"]),
    // Only double quotes let a shell fill in a variable.
    url.includes('$') ? `"${url}"` : quoted(url),
  ].join(' ')
}

function trusting({ caFile, insecure = false }: Trust): string[] {
  if (insecure) return ['-k']
  return caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
