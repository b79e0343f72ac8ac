import { faultProfiles } from './profiles.ts'
import type { FaultInfo, FaultList } from './rule.ts'

/** `GET faults` and the event `faults`: the rules in force, and the profiles there are. */
export const faultList = (rules: readonly FaultInfo[]): FaultList => ({ rules, profiles: faultProfiles })
