export { ControlError } from './contract/checking/errors-in.ts'
export type { CompanionId } from './contract/companions.ts'
export type { DeviationId, DeviationName } from './contract/deviations.ts'
export type { GapId, SettableGapId } from './contract/gaps/index.ts'
export type { OperationId } from './contract/operations.ts'
export type { Bodies } from './contract/request-bodies.ts'
export type { ErrorBody, ErrorEntry, ProblemBody as Problem } from './contract/schemas/errors.ts'
export type * from './contract/wire.ts'
export type { FaultProfile } from './faults/profiles.ts'
export { BadFault } from './faults/rule.ts'
export type { FaultInfo, FaultRule } from './faults/schemas.ts'
export { BadRow } from './fixtures/bad-row.ts'
export type {
  MadeRows,
  Make,
  NewRow,
  NewRows,
  RowEdit,
  RowPlan,
  RowRef,
  WorldRecipe,
} from './fixtures/builder/new-row.ts'
export {
  type GapChoices,
  GapSettings,
  type Profile,
  profile,
  UnknownGapSetting,
} from './gaps/gap-settings.ts'
export { type Nestbox, startNestbox } from './nestbox.ts'
export { BadOption } from './options/check-options.ts'
export type { NestboxOptions } from './options/nestbox-options.ts'
export type {
  GapInfo,
  LoggedRequest,
  RequestCriteria,
  ResetOptions,
  RowChange,
  SnapshotInfo,
  TokenChange,
  TokenInfo,
  WorldInfo,
} from './sandboxes/model.ts'
export type {
  GapSettingChanges,
  Sandbox,
  SandboxAdd,
  SandboxFaults,
  SandboxGaps,
  SandboxTokens,
} from './sandboxes/sandbox.ts'
export type { Target } from './sandboxes/target.ts'
export { BadWorldData, BadWorldFile, Locked, NotKept, OtherWorld } from './store/errors.ts'
export type { RowOf, TableName } from './store/tables.ts'
export type { WorldData } from './store/world-data.ts'
export type { Clock } from './util/clock.ts'
export type { Log } from './util/log.ts'
