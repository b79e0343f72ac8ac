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

const rulesOf = (asked: object): readonly FaultRule[] =>
  'profile' in asked ? faultProfile(String(asked.profile)).rules : [readRule(asked)]
