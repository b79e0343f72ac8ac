import { keptIn } from '../../src/contract/once.ts'
import { type Skip, Unjudged } from '../client/unjudged.ts'
import type { Fixtures } from './fixtures.ts'

type Args = readonly unknown[]

/**
 * Requests of a run that belong together. A scene sends, and judges nothing; it may continue depending on responses.
 * @returns the exchanges that checks look for
 * @throws Unjudged if the target lacks something, or nothing can be sent after a refusal
 */
export type Scene<A extends Args = [], T = unknown> = (fixtures: Fixtures, ...args: A) => Promise<T>

/** Sends something for each item, one after another. */
export async function inOrder<I, T>(
  items: readonly I[],
  send: (item: I, at: number) => Promise<T>,
): Promise<readonly T[]> {
  const sent: T[] = []
  for (const [at, item] of items.entries()) sent.push(await send(item, at))
  return sent
}

/** What became of a scene. */
interface Played {
  readonly done: Promise<unknown>
  value?: unknown
  error?: unknown
}

/** The scenes of a run. Each is played once, with the same arguments, for all checks that need it. */
export class Scenes {
  readonly #played = new Map<unknown, Map<string, Played>>()

  /** Plays a scene, or returns what it returned before, even if that is an error. */
  play<A extends Args, T>(this: Fixtures, scene: Scene<A, T>, ...args: A): Promise<T> {
    const played = this.#of(scene, args)
    // Each scene has the type of its own results.
    if (played) return played.done as Promise<T>
    const done = scene(this, ...args)
    const made: Played = { done }
    keptIn(this.#played, scene, () => new Map<string, Played>()).set(JSON.stringify(args), made)
    done.then(
      (value) => Object.assign(made, { value }),
      (error: unknown) => Object.assign(made, { error }),
    )
    return done
  }

  /** The result of a scene; undefined if it was not completed. */
  result<A extends Args, T>(scene: Scene<A, T>, ...args: A): T | undefined {
    return this.#of(scene, args)?.value as T | undefined
  }

  /** Why a scene was not played to its end; undefined if it was, or was not played. @throws any other error of it */
  whyNot<A extends Args>(scene: Scene<A>, ...args: A): Skip | undefined {
    const { error } = this.#of(scene, args) ?? {}
    if (error === undefined || error instanceof Unjudged) return error?.why
    throw error
  }

  #of<A extends Args, T>(scene: Scene<A, T>, args: A): Played | undefined {
    return this.#played.get(scene)?.get(JSON.stringify(args))
  }
}
