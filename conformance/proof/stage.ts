import { type NestboxOptions, startNestbox } from '../../src/index.ts'
import { readTarget, type Target } from '../target/target.ts'

/** The mock, with as many worlds as anybody asks for. */
export interface Stage {
  /** A target in a sandbox of its own, as fresh as the mock's first minute. */
  fresh(): Target
  close(): Promise<void>
}

export async function startStage(options: NestboxOptions = {}): Promise<Stage> {
  const nestbox = await startNestbox(options)
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  const target = readTarget(await response.json(), 'target.json')
  let sandboxes = 0
  return {
    fresh() {
      sandboxes += 1
      return { ...target, baseUrl: `${nestbox.url}/~proof-${sandboxes}` }
    },
    close: () => nestbox.close(),
  }
}
