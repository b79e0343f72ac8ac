import type { MakeMiddleware } from '../messages.ts'
import { judgeLegal, type LegalResult } from '../false-positives.ts'
import type { MockPool } from '../mock-pool.ts'
import { startProxy } from '../proxy.ts'

/** A server that takes a liberty which the document leaves it. */
export interface Variant {
  readonly name: string
  readonly isOnlyInFull?: boolean
  readonly make: MakeMiddleware
}

export const liberties: Readonly<Record<string, readonly Variant[]>> = {}

export async function judgeVariant(pool: MockPool, { name, make }: Variant): Promise<LegalResult> {
  const proxy = await startProxy(pool.fresh(), make())
  try {
    const result = await judgeLegal(name, proxy.target)
    if (proxy.faults.length > 0) throw new Error(`the proxy of "${name}" broke`, { cause: proxy.faults[0] })
    return result
  } finally {
    await proxy.close()
  }
}
