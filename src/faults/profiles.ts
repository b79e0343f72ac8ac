import { type Operation, operations } from '../contract/operations.ts'
import { BadFault, type FaultInfo, type FaultList, type FaultRule, type ProfileInfo } from './rule.ts'

/** The names of the profiles. */
export type FaultProfile =
  | 'slow-api'
  | 'flaky'
  | 'offline'
  | 'rate-limited'
  | 'lost-answers'
  | 'maintenance'
  | 'waking-up'
  | 'truncated'
  | 'gateway-timeout'

/** The methods of the operations that write. */
const writes = new Set(
  Object.values<Operation>(operations).flatMap(({ method }) => (method === 'GET' ? [] : [method])),
)

/** Days that a service has, each as rules. */
export const faultProfiles: readonly (ProfileInfo & { readonly name: FaultProfile })[] = [
  {
    name: 'slow-api',
    text: 'Every answer takes between 0.8 and 3 seconds.',
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
  {
    name: 'offline',
    text: 'Every connection is reset.',
    rules: [{ fault: 'reset' }],
  },
  {
    name: 'rate-limited',
    text: 'Ten calls pass, the next five are refused with 429 and Retry-After: 2, then all is well again.',
    rules: [{ from: 11, times: 5, code: 429, retryAfter: 2 }],
  },
  {
    name: 'lost-answers',
    text: 'Everything is written, but the connection is reset before the answer to a write.',
    rules: Array.from(writes, (method): FaultRule => ({ method, fault: 'reset', when: 'after-commit' })),
  },
  {
    name: 'maintenance',
    text: 'Every call is refused with 503 and Retry-After: 120.',
    rules: [{ code: 503, retryAfter: 120 }],
  },
  {
    name: 'waking-up',
    text: 'The first three calls are refused with 503 and Retry-After: 1, then all is well.',
    rules: [{ times: 3, code: 503, retryAfter: 1 }],
  },
  {
    name: 'truncated',
    text: 'Everything is done, but every answer breaks off halfway.',
    rules: [{ fault: 'truncated', when: 'after-commit' }],
  },
  {
    name: 'gateway-timeout',
    text: 'Everything is done, but the proxy in front gives up on it: 504 after 10 seconds.',
    rules: [{ code: 504, delay: 10_000, when: 'after-commit' }],
  },
]

/** @throws BadFault if there is none of that name */
export function faultProfile(name: string): ProfileInfo {
  const found = faultProfiles.find((profile) => profile.name === name)
  if (found) return found
  const known = faultProfiles.map((profile) => profile.name).join(', ')
  throw new BadFault(`There is no fault profile "${name}"; the profiles are ${known}.`, {
    field: 'profile',
    rule: 'in',
  })
}

/** The rules in force and all profiles: `GET faults` and the event `faults`. */
export const faultList = (rules: readonly FaultInfo[]): FaultList => ({ rules, profiles: faultProfiles })
