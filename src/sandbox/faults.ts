import { faultProfile, faultProfiles } from '../faults/profiles.ts'
import { type FaultRule, readRule } from '../faults/rule.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import { Impossible } from './impossible.ts'
import type { SandboxFaults } from './sandbox.ts'

/** What can be done with the faults of a room. */
export function faultsPart(site: Site, { name, faults }: Room): SandboxFaults {
  const tell = () =>
    site.events.publish('faults', name, () => ({ rules: faults.list(), profiles: faultProfiles }))
  return {
    list: () => faults.list(),
    add(rule) {
      const added = faults.add(...rulesOf(rule))
      tell()
      return added
    },
    remove(id) {
      if (!faults.remove(id)) throw new Impossible(404, `There is no fault "${id}".`)
      tell()
    },
    clear() {
      faults.clear()
      tell()
    },
  }
}

/** The rules of a profile where it is asked for alone, else the one rule. */
const rulesOf = (asked: unknown): readonly FaultRule[] =>
  isProfile(asked) ? faultProfile(asked.profile).rules : [readRule(asked)]

const isProfile = (asked: unknown): asked is { profile: string } =>
  typeof asked === 'object' &&
  asked !== null &&
  Object.keys(asked).join() === 'profile' &&
  typeof (asked as { profile: unknown }).profile === 'string'
