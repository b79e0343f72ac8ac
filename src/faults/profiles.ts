import { wrongField } from '../contract/checking/errors-in.ts'
import { rightName } from '../contract/checking/similar.ts'
import { shown } from '../contract/checking/words.ts'
import { type Operation, operations } from '../contract/operations.ts'
import { BadFault } from './rule.ts'
import type { FaultInfo, FaultList, FaultRule, ProfileInfo } from './schemas.ts'

/** The methods of the operations that write. */
const writes = new Set(
  Object.values<Operation>(operations).flatMap(({ method }) => (method === 'GET' ? [] : [method])),
)

/** Typical failures of a service, each as a list of rules. */
export const faultProfiles = [
  {
    name: 'slow-api',
    text: 'Every response takes between 0.8 and 3 seconds.',
    rules: [{ delay: [800, 3_000] }],
  },
  {
    name: 'flaky',
    text: 'About one call in ten fails: with 503, with 502, or by a connection that is reset.',
    rules: [
      { probability: 0.05, code: 503, retryAfter: 1 },
      { probability: 0.03, code: 502 },
      { probability: 0.02, fault: 'reset' },
    ],
  },
  { name: 'offline', text: 'Every connection is reset.', rules: [{ fault: 'reset' }] },
  {
    name: 'rate-limited',
    text: 'Ten calls pass, the next five are refused with 429 and Retry-After: 2, and later ones pass.',
    rules: [{ from: 11, times: 5, code: 429, retryAfter: 2 }],
  },
  {
    name: 'lost-answers',
    text: 'Writes are carried out, but the connection is reset before their response.',
    rules: Array.from(writes, (method): FaultRule => ({ method, fault: 'reset', when: 'after-commit' })),
  },
  {
    name: 'maintenance',
    text: 'Every call is refused with 503 and Retry-After: 120.',
    rules: [{ code: 503, retryAfter: 120 }],
  },
  {
    name: 'waking-up',
    text: 'The first three calls are refused with 503 and Retry-After: 1, and later ones pass.',
    rules: [{ times: 3, code: 503, retryAfter: 1 }],
  },
  {
    name: 'truncated',
    text: 'Every call is carried out, but its response breaks off halfway.',
    rules: [{ fault: 'truncated', when: 'after-commit' }],
  },
  {
    name: 'gateway-timeout',
    text: 'Every call is carried out, but a proxy in front gives up on it: 504 after 10 seconds.',
    rules: [{ code: 504, delay: 10_000, when: 'after-commit' }],
  },
] as const satisfies readonly ProfileInfo[]

/** The name of a profile. Written out in the package. */
export type FaultProfile = (typeof faultProfiles)[number]['name']

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
