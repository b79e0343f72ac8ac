import { repeatedName } from '../../src/contract/checking/repeated-name.ts'
import { withoutEndSlashes } from '../../src/contract/checking/url.ts'
import type { ConnectionOptions } from '../client/connection.ts'
import { Ending } from '../client/ending.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { look } from '../client/probe.ts'
import { hiding, Redactor, secretsOf } from '../client/redact.ts'
import { RetryBudget } from '../client/retry-budget.ts'
import { cut, isObject } from '../judge/reception.ts'
import { oneLine } from '../report/printable.ts'
import { readTarget } from './read-target.ts'
import { BadInput, longestTarget, type Target } from './target.ts'

/**
 * Requests the target file that a server has for itself.
 * @throws Unreachable
 * @throws Busy if the server keeps responding with 429
 * @throws BadInput if the server has no target file, or one that is not allowed
 */
export async function discoverTarget(baseUrl: string, connection: ConnectionOptions = {}): Promise<Target> {
  const redactor = new Redactor(secretsOf({ tokens: {}, headers: connection.headers ?? {} }))
  try {
    return await hiding(redactor, () => discovered(baseUrl, connection))
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    // A server may quote the headers of the request, of which one may be its control token.
    throw new BadInput(oneLine(redactor.text(error.message)), redactor.value(error.entries).map(oneLine))
  }
}

async function discovered(baseUrl: string, connection: ConnectionOptions): Promise<Target> {
  const url = `${baseUrl}/_nestbox/target.json`
  const response = await lookInTime(url, connection)
  const content = response.status === 200 ? parsedJson(response.text) : undefined
  if (!isObject(content))
    throw new BadInput(
      `${whyNot(baseUrl, response)} write one with \`npx nestbox init\`, and pass it with --target.`,
    )
  if (Buffer.byteLength(response.text) > longestTarget)
    throw new BadInput(`${url} must have at most ${longestTarget / 1_000_000} MB.`)
  const repeated = repeatedName(response.text)
  if (repeated !== undefined) throw new BadInput(`${url} ${repeated}.`)
  refuseReaching(content, url)
  const target = readTarget(content, url)
  return { ...target, baseUrl: sameOrigin(target.baseUrl, baseUrl) }
}

/** Why a server has no target file, as the beginning of a sentence with instructions for the user. */
function whyNot(baseUrl: string, { status, text }: Looked): string {
  if (status === 401)
    return (
      `${baseUrl} responds with 401 to a request for its target file: if it is a mock server with a control token, pass ` +
      "--header 'X-Nestbox-Control: ...' with that token; otherwise"
    )
  if (status === 403) {
    const problem = parsedJson(text)
    const detail = isObject(problem) && typeof problem['detail'] === 'string' ? problem['detail'] : ''
    const said = detail && ` and says "${cut(detail, 200)}"`
    return `${baseUrl} responds with 403 to a request for its target file${said}; if that cannot be changed,`
  }
  if (status === 400 && /https|tls|ssl/i.test(text))
    return `${baseUrl} responds with 400, perhaps because it expects https://; if the URL is right,`
  if (status >= 300 && status < 400)
    return `${baseUrl} redirects a request for its target file, with ${status}; pass the URL that it leads to, or`
  if (status >= 500) return `${baseUrl} responds with ${status} to a request for its target file;`
  return `${baseUrl} has no target file of its own;`
}

type Looked = Awaited<ReturnType<typeof look>>

/** The response of a server, requested again while the server is busy. */
async function lookInTime(url: string, connection: ConnectionOptions): Promise<Looked> {
  const budget = new RetryBudget(new Ending(connection, connection.pause))
  for (let attempt = 1; ; attempt += 1) {
    const response = await look(url, connection)
    if (!(await budget.mayRepeat(response, attempt))) return response
  }
}

/** A target file from a server must not make the kit send variables or files of this machine. */
function refuseReaching({ tokens, files }: Readonly<Record<string, unknown>>, url: string): void {
  const reaches = files !== undefined || (isObject(tokens) && Object.values(tokens).some(isObject))
  if (reaches) {
    throw new BadInput(
      `${url} asks for variables or files of this machine; only a file given by --target may.`,
    )
  }
}

/** The path that the target file names, on the server that sent the file: the file must not name another server. */
const sameOrigin = (named: string, asked: string): string =>
  withoutEndSlashes(new URL(asked).origin + new URL(named).pathname)
