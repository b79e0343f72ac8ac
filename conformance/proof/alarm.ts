import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { type Run, run } from '../run.ts'
import type { Target } from '../target/target.ts'

/** What the kit said of a server that keeps every clause. */
export interface Hearing {
  readonly name: string
  readonly run: Run
  /** Failures and errors: each is a fault of the kit. */
  readonly alarms: readonly Result[]
}

/** Judges a server that there is nothing to say against. */
export async function hear(name: string, target: Target): Promise<Hearing> {
  const outcome = await run({ target, checks })
  const alarms = outcome.results.filter(({ status }) => status === 'fail' || status === 'error')
  return { name, run: outcome, alarms }
}
