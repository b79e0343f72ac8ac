import { ControlError, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { isSandboxName, sandboxName } from '../util/names.ts'
import { type Start, Workspace } from './workspace.ts'

/** Maximum number of sandboxes; one more deletes the least recently used sandbox. */
const maximum = 1_000

/** Maximum characters of all sandboxes together. */
const mostCharacters = 256_000_000

/** Number of uses of sandboxes after which all of them are weighed again. */
const usesUntilWeighed = 100

/** The main world, and the sandboxes, which start with the same world. */
export class Workspaces {
  readonly main: Workspace
  readonly #start: Start
  readonly #onForget: (name: string) => void
  readonly #sandboxes = new Map<string, Workspace>()
  #uses = 0

  /** @param onForget is called after a sandbox was deleted */
  constructor(start: Start, onForget: (name: string) => void = () => {}) {
    this.#start = start
    this.#onForget = onForget
    this.main = new Workspace(start)
  }

  /** The sandbox with this name; the first use creates it with the world at the start. */
  sandbox(name: string): Workspace {
    return this.use(this.peek(name))
  }

  /** Counts a use of a sandbox, and registers it if it is new; the main world is always there. */
  use(workspace: Workspace): Workspace {
    const { name } = workspace
    if (name === undefined) return workspace
    // Deleting and setting again moves the sandbox to the end, so that the least recently used one is the first.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, workspace)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.forget(idle)
    }
    this.#uses += 1
    if (this.#uses % usesUntilWeighed === 0) this.lighten()
    return workspace
  }

  /** The sandbox that a caller without types names. @throws ControlError for a bad name */
  named(name: unknown): Workspace {
    return this.sandbox(checkedName(name))
  }

  /** The same for a caller that only reads: a sandbox that does not exist is not created. @throws ControlError */
  read(name: unknown): Workspace {
    return this.peek(checkedName(name))
  }

  /**
   * The sandbox with this name, or a new one that is not registered: a request without a token, or a link on a page, must
   * not create or delete sandboxes.
   */
  peek(name: string): Workspace {
    return this.known(name) ?? new Workspace(this.#start, { name, main: this.main })
  }

  /** The most recently used sandbox is the last. */
  sandboxes(): Workspace[] {
    return [...this.#sandboxes.values()]
  }

  /** The sandbox with this name, if it exists; the call does not count as a use of it. */
  known(name: string): Workspace | undefined {
    return this.#sandboxes.get(name)
  }

  /** @returns whether the sandbox existed */
  forget(name: string): boolean {
    const isKnown = this.#sandboxes.delete(name)
    if (isKnown) this.#onForget(name)
    return isKnown
  }

  /**
   * Clears the journals of the least recently used sandboxes as long as all sandboxes together are too heavy, and then
   * deletes sandboxes; never the most recently used one.
   */
  lighten(most = mostCharacters): void {
    const sandboxes = this.sandboxes()
    let total = sandboxes.reduce((sum, { weight }) => sum + weight, 0)
    for (const { journal } of sandboxes.slice(0, -1)) {
      if (total <= most) return
      total -= journal.weight
      journal.clear()
    }
    for (const { name = '', weight } of sandboxes.slice(0, -1)) {
      if (total <= most) return
      total -= weight
      this.forget(name)
    }
  }
}

function checkedName(name: unknown): string {
  if (typeof name === 'string' && isSandboxName(name)) return name
  const detail = `The \`sandbox\` must be ${sandboxName.says}, not ${shown(name)}.`
  throw new ControlError(422, wrongField('sandbox', 'regex', detail))
}
