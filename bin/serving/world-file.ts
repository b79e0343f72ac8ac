import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WorldRecipe } from '../../src/index.ts'
import { recipe } from '../../src/options/types.ts'
import { fileReason, hasCode } from '../../src/store/file-system.ts'
import { jsonFault } from '../../src/store/json-fault.ts'
import { UsageError } from '../command.ts'

const modules = ['.mjs', '.js', '.cjs']

/**
 * The rows in the file of `--world`.
 * @throws UsageError for a file that cannot be used
 */
export async function readWorldFile(path: string): Promise<WorldRecipe> {
  const isModule = modules.includes(extname(path))
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const why = hasCode(error, 'ENOENT') ? 'there is no such file' : fileReason(error)
    throw new UsageError(`Cannot read ${path}: ${why}.`)
  })
  const world = isModule ? await fromModule(path) : fromJson(path, text)
  if (!recipe.isValid(world)) {
    throw new UsageError(`${isModule ? 'The default export of ' : ''}${path} must ${recipe.must}.`)
  }
  if (typeof world === 'object' && world !== null && 'format' in world) {
    throw new UsageError(`${path} is a data file, which holds a whole world; pass it with --data.`)
  }
  // Its rows are checked when they are made.
  return world as WorldRecipe
}

async function fromModule(path: string): Promise<unknown> {
  try {
    const module: object = await import(pathToFileURL(resolve(path)).href)
    return Reflect.get(module, 'default')
  } catch (error) {
    throw new UsageError(`Cannot load ${path}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function fromJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is no JSON: ${jsonFault(text)}.`)
  }
}
