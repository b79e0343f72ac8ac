import type { OperationId } from '../src/contract/index.ts'
import { operations } from '../src/contract/index.ts'
import type { Exchange } from './client.ts'
import { Unjudged } from './outcome.ts'

/** An answer was not granted, so what rests on it cannot be judged; the check of the operation itself says why. */
export class Prerequisite extends Unjudged {
  readonly operation: OperationId
  readonly exchange: Exchange

  constructor(operation: OperationId, exchange: Exchange) {
    super(`prerequisite: ${operations[operation].section}/answer`)
    this.operation = operation
    this.exchange = exchange
  }
}
