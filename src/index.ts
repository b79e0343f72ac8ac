export { BadOption } from './check-options.ts'
export type { Clock } from './clock.ts'
export type { CompanionId } from './contract/companions.ts'
export type { DialId, GapId } from './contract/gaps.ts'
export type { OperationId } from './contract/operations.ts'
export { type Choices, Dial, type Profile, profile, UnknownSetting } from './dial.ts'
export type { FaultProfile } from './faults/profiles.ts'
export type { FaultInfo, FaultRule } from './faults/rule.ts'
export { BadFault } from './faults/rule.ts'
export type { Log } from './log.ts'
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
export { type Nestbox, type NestboxOptions, startNestbox } from './nestbox.ts'
export { OtherWorld } from './open-world.ts'
export { Impossible } from './sandbox/impossible.ts'
export type {
  GapTurns,
  ResetOptions,
  Sandbox,
  SandboxFaults,
  SandboxGaps,
  SandboxTokens,
} from './sandbox/sandbox.ts'
export type { Target } from './sandbox/target.ts'
export { BadWorldData } from './store/bad-world-data.ts'
export { BadWorldFile } from './store/bad-world-file.ts'
export { Locked } from './store/locked.ts'
export type { WorldData } from './store/world-data.ts'
export type * from './wire.ts'
