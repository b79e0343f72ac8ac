import type { Call, Step } from '../steps/step.ts'

/**
 * Drops steps as long as a test still holds, in parts of falling size (delta debugging). The last step, which shows the
 * finding, stays.
 */
export async function fewerSteps(
  steps: readonly Step[],
  stillFails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let kept = steps
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length - 1; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(Math.min(from + size, kept.length - 1))]
      if (fewer.length < kept.length && (await stillFails(fewer))) kept = fewer
      else from += size
    }
  }
  return kept
}

/** Plainer forms of a step, of which the first that still fails is taken. */
function plainer(step: Step): readonly Step[] {
  if ('pause' in step) return []
  if ('burst' in step)
    return step.burst.length > 2
      ? step.burst.map((_, at) => ({ burst: step.burst.filter((__, index) => index !== at) }))
      : step.burst
  const { spelling: _, query: __, ...bare } = step
  return [...(step.spelling === undefined && step.query === undefined ? [] : [bare]), ...oneField(step)]
}

/** The same call with one of its fields only. */
function oneField(call: Call): readonly Call[] {
  const names = Object.keys(call.fields ?? {})
  if (names.length < 2 || call.operation === 'createUser') return []
  const { pins: _, ...rest } = call
  return names.map((name) => ({
    ...rest,
    body: 'one field',
    fields: { [name]: call.fields?.[name] },
    pins: {},
  }))
}

/** Simplifies the values of steps, as long as a test still holds. */
export async function plainerSteps(
  steps: readonly Step[],
  stillFails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let kept = steps
  for (const at of steps.keys()) {
    // The steps are as many as before.
    for (const step of plainer(kept[at] as Step)) {
      const simpler = kept.with(at, step)
      if (!(await stillFails(simpler))) continue
      kept = simpler
      break
    }
  }
  return kept
}
