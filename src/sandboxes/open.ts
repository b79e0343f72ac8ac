import { ControlError, check, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { settableGapIds } from '../contract/gaps/index.ts'
import { defined, isObject, recordOf } from '../contract/objects.ts'
import { contradiction } from '../faults/never-met.ts'
import { faultProfile } from '../faults/profiles.ts'
import { BadFault, readRule } from '../faults/rule.ts'
import type { FaultRule } from '../faults/schemas.ts'
import { profile } from '../gaps/gap-settings.ts'
import type { GapOverrides } from '../gaps/layered-settings.ts'
import type { LoggedRequest, RequestCriteria } from './model.ts'
import { rowsPart } from './rows.ts'
import type { Sandbox, SandboxFaults, SandboxGaps } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { changing, states } from './states.ts'
import { target } from './target.ts'
import { tokensPart } from './tokens.ts'
import { validateCriteria, validateGapChanges } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'
import { worldPart } from './world.ts'

/**
 * The operations of tests and of the control API on a workspace.
 * @param workspace finds the workspace at each use, because a sandbox can be deleted and created again
 * @param base base URL of the workspace
 */
export const openSandbox = (context: ServerContext, workspace: () => Workspace, base: string): Sandbox => ({
  url: base,
  tokens: tokensPart(context, workspace),
  gaps: gapsPart(context, workspace),
  faults: faultsPart(context, workspace),
  get target() {
    return target(context, workspace(), base)
  },
  ...rowsPart(context, workspace),
  ...worldPart(context, workspace),
  requests: (criteria) => findRequests(workspace(), criteria),
  clearRequests: () => changing(context, 'requests', workspace)(({ journal }) => journal.clear()),
})

/** The operations on the gap settings of a workspace. */
function gapsPart(context: ServerContext, workspace: () => Workspace): SandboxGaps {
  const change = changing(context, 'gaps', workspace)
  return {
    list: () => structuredClone(states.gaps(workspace()).gaps),
    get: (id) => workspace().gapSettings.at(id),
    set(changes) {
      const { profile: name, ...choices } = readChoices(changes)
      change((here) => here.choices.set({ ...(name !== undefined && allOf(name)), ...choices }))
    },
  }
}

/** The given choices. @throws ControlError for a value that is not an object of choices by gap */
function readChoices(changes: unknown): GapOverrides {
  const given = isObject(changes) ? defined(changes) : changes
  check(validateGapChanges, given, 'A change of gap settings')
  return given
}

const allOf = (name: string | null): GapOverrides =>
  name === null ? recordOf(settableGapIds, () => null) : profile(name).settings

/** The operations on the faults of a workspace. */
function faultsPart(context: ServerContext, workspace: () => Workspace): SandboxFaults {
  const change = changing(context, 'faults', workspace)
  return {
    list: () => structuredClone(workspace().faults.list()),
    add: (rule) => change(({ faults }) => structuredClone(faults.add(...structuredClone(rulesOf(rule))))),
    remove: (id) =>
      change((here) => {
        if (!here.faults.remove(id)) throw noFault(here, id)
      }),
    clear: () => change(({ faults }) => faults.clear()),
  }
}

function noFault({ faults }: Workspace, id: string): ControlError {
  const isInherited = faults.list().some((rule) => rule.id === id && rule.inherited)
  return new ControlError(
    404,
    isInherited
      ? `The fault "${id}" belongs to the whole server; remove it there, as "${id.replace('server-', '')}".`
      : `There is no fault ${shown(id)}.`,
  )
}

/** The rules of a profile for `{ profile }`, otherwise the one given rule. */
function rulesOf(asked: unknown): readonly FaultRule[] {
  if (!isObject(asked) || !Object.hasOwn(asked, 'profile')) return [readRule(asked)]
  const beside = Object.keys(asked).find((name) => name !== 'profile')
  if (beside === undefined) return faultProfile(asked['profile']).rules
  const detail = `The \`${beside}\` cannot be combined with \`profile\`: a profile has its own rules.`
  throw new BadFault(wrongField(beside, 'prohibited', detail))
}

/**
 * The requests in the log of a workspace that meet the criteria.
 * @throws ControlError for criteria that no request can meet, since a search with a typing error would find no request,
 *   and if the result depends on a body that was too long for the log
 */
function findRequests({ journal }: Workspace, criteria: RequestCriteria = {}): LoggedRequest[] {
  const checked = inCapitals(criteria)
  check(validateCriteria, checked, 'A search of the log')
  const [path] = checked.path?.split('?') ?? []
  const never = contradiction({ ...checked, ...(path !== undefined && { path }) })
  if (never) throw new ControlError(422, never)
  return journal.list(checked)
}

/** The criteria with the method in upper case. */
const inCapitals = (criteria: RequestCriteria): RequestCriteria =>
  typeof criteria?.method === 'string' ? { ...criteria, method: criteria.method.toUpperCase() } : criteria
