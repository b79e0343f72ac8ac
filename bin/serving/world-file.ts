import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { Refusal } from '../../src/contract/checking/errors-in.ts'
import { jsonFault } from '../../src/contract/checking/json-fault.ts'
import { repeatedName } from '../../src/contract/checking/repeated-name.ts'
import { inWords, shown } from '../../src/contract/checking/words.ts'
import { parsed } from '../../src/contract/objects.ts'
import type { WorldRecipe } from '../../src/index.ts'
import { recipe } from '../../src/options/types.ts'
import { readInput } from '../files.ts'
import { UsageError } from '../terminal.ts'

/** A function that makes rows. */
type Recipe = Extract<WorldRecipe, (...args: never) => unknown>

const modules = ['.mjs', '.js', '.cjs']

/**
 * The rows in the file of `--world`.
 * @param as the name of the file in messages
 * @throws UsageError for a file that cannot be used
 */
export async function readWorldFile(path: string, as: string): Promise<WorldRecipe> {
  const isModule = modules.includes(extname(path))
  const text = await readInput(path, {}, as)
  const world = isModule ? await fromModule(path, as) : fromJson(as, text)
  if (!recipe.isValid(world)) {
    throw new UsageError(
      isModule
        ? `The default export of ${as} must be ${inWords(recipe.schema)}.`
        : `${as} must be an object, such as {"servers": 3}, not ${shown(world)}.`,
    )
  }
  if (typeof world === 'object' && world !== null && 'format' in world) {
    throw new UsageError(`${as} is a data file, which holds a whole world; pass it with --data.`)
  }
  // The builder checks the rows when it makes them.
  return typeof world === 'function' ? guarded(world as Recipe) : (world as WorldRecipe)
}

async function fromModule(path: string, as: string): Promise<unknown> {
  try {
    const module: object = await Promise.race([import(pathToFileURL(resolve(path)).href), nothingLeft()])
    const world: unknown = Reflect.get(module, 'default')
    // The object is copied, since getters of the module can throw.
    return typeof world === 'object' ? structuredClone(world) : world
  } catch (error) {
    throw new UsageError(`Cannot load ${as}: ${reasonOf(error)}.`)
  }
}

/** Rejects when the process has nothing left to do, because a module waits forever. */
const nothingLeft = (): Promise<never> =>
  new Promise((_, reject) => {
    process.once('beforeExit', () => reject(new Error('it never finishes loading')))
  })

/** Wraps a function of a module, so that a reset which calls it again is refused with its error. */
const guarded =
  (recipe: Recipe): Recipe =>
  (make) => {
    try {
      return recipe(make)
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal(`The function failed: ${reasonOf(error)}.`)
    }
  }

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : `it threw ${inspect(error)}`).replace(/\.$/, '')

function fromJson(as: string, text: string): unknown {
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (value === undefined) throw new UsageError(`${as} is not JSON: ${jsonFault(text)}.`)
  const repeated = repeatedName(text)
  if (repeated !== undefined) throw new UsageError(`${as} ${repeated}.`)
  return value
}
