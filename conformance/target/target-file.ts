import { dirname, resolve } from 'node:path'
import type { EndSignal } from '../client/ending.ts'
import { isObject } from '../judge/reception.ts'
import { readCommentedJson } from './commented-json.ts'
import { type Env, readTarget } from './read-target.ts'
import { readText, type Unreadable } from './read-text.ts'
import { BadInput, type Target } from './target.ts'

interface TargetFileOptions {
  /** The variables for tokens that the file names by `env`. */
  readonly env?: Env
  /** Replaces the `baseUrl` of the file. */
  readonly baseUrl?: string | undefined
  /** Ends the wait for a pipe. */
  readonly signal?: Pick<EndSignal, 'aborted'> | undefined
}

/**
 * Reads a target file, and the egg file that it names.
 * @throws BadInput for a file that is missing, unreadable or not a valid target file
 */
export async function readTargetFile(
  path: string,
  { env = process.env, baseUrl, signal }: TargetFileOptions = {},
): Promise<Target> {
  const content = await readCommentedJson(path, { signal })
  const placed = isObject(content) && baseUrl !== undefined ? { ...content, baseUrl } : content
  const { importEggPath, ...target } = readTarget(placed, path, env)
  if (importEggPath === undefined) return target
  // The path is relative to the target file, not to the working directory.
  const importEggFile = resolve(dirname(path), importEggPath)
  const importEgg = await readText(importEggFile).catch((error: Unreadable) => {
    throw new BadInput(
      `${path}: files.importEgg names ${importEggPath}, which cannot be read: ${error.message}.`,
    )
  })
  return { ...target, importEgg, importEggFile }
}
