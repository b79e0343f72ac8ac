import type { Exchange } from './client.ts'
import { authorizations } from './credentials.ts'

/** A command that sends the request of an exchange again. */
export function curlOf({ ask }: Exchange, baseUrl: string): string {
  const authorization = authorizations[ask.credential]
  return [
    ...(ask.file === undefined ? [] : [`printf %s ${quoted(ask.file)} |`]),
    'curl -i',
    ...(ask.method === 'GET' ? [] : [`-X ${ask.method}`]),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    "-H 'Accept: application/json'",
    ...(ask.json === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(ask.json))}`]),
    ...(ask.file === undefined ? [] : ["-F 'import_file=@-;filename=egg.json;type=application/json'"]),
    quoted(baseUrl + ask.path),
  ].join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
