import { exitCodes, type Verdict } from '../../conformance/judge/verdict.ts'

/** What the process ends with; every way out of a check goes through here. */
export const exitCodeFor = (verdict: Verdict, { allowIncomplete = false } = {}): number =>
  verdict === 'incomplete' && allowIncomplete ? exitCodes.conforms : exitCodes[verdict]
