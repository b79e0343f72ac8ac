import { BadInput } from './bad-input.ts'
import { isObject } from './judge.ts'
import { look, type Manner } from './reach.ts'
import { readTarget, type Target } from './target.ts'

/**
 * Asks a server for its own target file.
 * @throws Unreachable
 * @throws BadInput where there is none, or none that may be used
 */
export async function discoverTarget(baseUrl: string, manner: Manner = {}): Promise<Target> {
  const url = `${baseUrl}/_nestbox/target.json`
  const { status, text } = await look(url, manner)
  const content = status === 200 ? parsed(text) : undefined
  if (!isObject(content)) {
    throw new BadInput(
      `${baseUrl} has no target file of its own; write one with \`nestbox init\`, then --target it.`,
    )
  }
  refuseReaching(content, url)
  const target = readTarget(content, url)
  return { ...target, baseUrl: sameOrigin(target.baseUrl, baseUrl) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A stranger's file may not have variables or files of this machine sent to it. */
function refuseReaching({ tokens, files }: Readonly<Record<string, unknown>>, url: string): void {
  const reaches = files !== undefined || (isObject(tokens) && Object.values(tokens).some(isObject))
  if (reaches) {
    throw new BadInput(
      `${url} asks for variables or files of this machine; only a file given by --target may.`,
    )
  }
}

/** The path that the file names, on the server that was asked: it may not point the kit at another one. */
const sameOrigin = (named: string, asked: string): string =>
  (new URL(asked).origin + new URL(named).pathname).replace(/\/+$/, '')
