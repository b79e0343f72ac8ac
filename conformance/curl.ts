import type { Credential, Exchange } from './client.ts'

/** What stands for each credential in a command, so that no token is ever printed. */
const headers: Readonly<Record<Credential, string | undefined>> = {
  none: undefined,
  empty: 'Authorization: Bearer ',
  garbage: 'Authorization: Bearer garbage',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a name for a shell to fill in
  altered: 'Authorization: Bearer ${NESTBOX_ROOT_TOKEN}x',
  application: 'Authorization: Bearer $NESTBOX_APPLICATION_TOKEN',
  rootClient: 'Authorization: Bearer $NESTBOX_ROOT_TOKEN',
  userClient: 'Authorization: Bearer $NESTBOX_USER_TOKEN',
}

/** A command that sends the request of an exchange again. */
export function curlOf({ ask }: Exchange, baseUrl: string): string {
  const header = headers[ask.credential]
  return [
    ...(ask.file === undefined ? [] : [`printf %s ${quoted(ask.file)} |`]),
    'curl -i',
    ...(ask.method === 'GET' ? [] : [`-X ${ask.method}`]),
    ...(header === undefined ? [] : [`-H "${header}"`]),
    "-H 'Accept: application/json'",
    ...(ask.json === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(ask.json))}`]),
    ...(ask.file === undefined ? [] : ["-F 'import_file=@-;filename=egg.json;type=application/json'"]),
    quoted(baseUrl + ask.path),
  ].join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
