export { Dial, profile, UnknownSetting } from './dial.ts'
export type { FaultInfo, FaultRule } from './faults/rule.ts'
export { BadFault } from './faults/rule.ts'
export type {
  GapInfo,
  LoggedRequest,
  RequestCriteria,
  RowChange,
  SnapshotInfo,
  TokenChange,
  TokenInfo,
  WorldInfo,
} from './model.ts'
export { type Nestbox, type NestboxOptions, OtherWorld, startNestbox } from './nestbox.ts'
export { Impossible } from './sandbox/impossible.ts'
export type { ResetOptions, Sandbox, SandboxFaults, SandboxGaps, SandboxTokens } from './sandbox/sandbox.ts'
export type * from './wire.ts'
