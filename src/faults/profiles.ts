import { wrongField } from '../contract/checking/errors-in.ts'
import { rightName } from '../contract/checking/similar.ts'
import { shown } from '../contract/checking/words.ts'
import { type Operation, operations } from '../contract/operations.ts'
import file from './profiles.json' with { type: 'json' }
import { BadFault } from './rule.ts'
import type { FaultInfo, FaultList, FaultRule, ProfileInfo } from './schemas.ts'

// A copy has a type of its own, as the published types cannot import JSON.
const declared = { ...file }

/** The name of a profile. Written out in the package. */
export type FaultProfile = keyof typeof declared

/** A profile as `profiles.json` declares it; the rules may be for each method that writes. */
interface Declared {
  readonly text: string
  readonly rules: readonly object[]
  readonly onWrites?: boolean
}

/** The methods of the operations that write. */
const writes = [...new Set(Object.values<Operation>(operations).map(({ method }) => method))].filter(
  (method) => method !== 'GET',
)

/** Typical failures of a service, each as a list of rules. */
export const faultProfiles = Object.entries<Declared>(declared).map(([name, { text, rules, onWrites }]) => {
  const all = onWrites ? writes.flatMap((method) => rules.map((rule) => ({ method, ...rule }))) : rules
  // `Object.entries` loses the names, and a test checks the rules.
  return { name: name as FaultProfile, text, rules: all as readonly FaultRule[] }
})

/** @throws BadFault if there is no profile of that name */
export function faultProfile(name: unknown): ProfileInfo {
  const found = faultProfiles.find((profile) => profile.name === name)
  if (found) return found
  const names = faultProfiles.map((profile) => profile.name)
  const detail = `There is no fault profile ${shown(name)}; ${rightName(name, names, 'the profiles are')}`
  throw new BadFault(wrongField('profile', 'in', detail))
}

/** The rules in force and all profiles: `GET faults` and the event `faults`. */
export const faultList = (rules: readonly FaultInfo[]): FaultList => ({ rules, profiles: faultProfiles })
