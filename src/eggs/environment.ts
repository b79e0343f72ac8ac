import { type WrongField, wrongField } from '../contract/checking/errors-in.ts'
import { listed } from '../contract/checking/words.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { EggVariableRow, ServerRow } from '../store/rows.ts'
import { RuleTime } from './pattern.ts'
import { type BrokenRule, brokenRule } from './rules.ts'

/** Values by `env_variable`, as a request may send them. */
export type SentEnvironment = Readonly<Record<string, string | number | boolean | null>>

interface StartupChange {
  readonly server: ServerRow
  /** The variables of the egg that the server will run. */
  readonly variables: readonly EggVariableRow[]
  readonly isNewEgg: boolean
  readonly sent: SentEnvironment | undefined
  /** Name of the environment in the request body. */
  readonly field: string
  readonly gap: ReadGap
}

/**
 * The environment of a server after a startup update: the values of the request,
 * checked against the rules of the variables, on top of the kept values. For a new
 * egg, only the values that the rules of its own variables accept are kept.
 * @returns the environment, and the values that break a rule, for which the update must be refused
 */
export function nextEnvironment(change: StartupChange): {
  readonly environment: ServerRow['environment']
  readonly broken: readonly WrongField[]
} {
  const { server, variables, isNewEgg, sent = {}, field, gap } = change
  const time = new RuleTime()
  const brokenIn = (variable: EggVariableRow, value: string): BrokenRule | undefined => {
    const rule = brokenRule(variable.rules, value, time)
    return rule && gap('startup.rules') === 'refuse' ? rule : undefined
  }
  const kept = isNewEgg ? carriedOver(server, variables, brokenIn) : server.environment
  const names = Object.keys(sent)
  if (names.length === 0) return { environment: kept, broken: [] }

  const known = new Map(variables.map((variable) => [variable.env_variable, variable]))
  const values = new Map(Object.entries(kept))
  const broken: WrongField[] = []
  const give = (variable: EggVariableRow, value: string): void => {
    const rule = brokenIn(variable, value)
    const path = `${field}.${variable.env_variable}`
    if (rule) broken.push(wrongField(path, rule.rule, `The \`${path}\` must ${rule.must}.`))
    values.set(variable.env_variable, value)
  }

  for (const name of names) {
    if (broken.length >= mostNamed) break
    const variable = known.get(name)
    if (variable) give(variable, asText(sent[name]))
    else if (gap('startup.unknown-variables') === 'refuse') {
      const detail = `The \`${field}.${name}\` must be a variable of the egg; the egg has ${inWords([...known.keys()])}.`
      broken.push(wrongField(`${field}.${name}`, 'exists', detail))
    }
  }
  const missing = variables.filter((variable) => !Object.hasOwn(sent, variable.env_variable))
  if (missing.length > 0 && gap('startup.missing-variables') === 'clear') {
    for (const variable of missing) give(variable, '')
  }
  return { environment: Object.fromEntries(values), broken }
}

/** Number of values after which no further unknown names are looked for. */
const mostNamed = 100

/** Maximum number of names that a sentence lists, and characters of each. */
const [mostNames, longestName] = [30, 80]

const inWords = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : listed(
        names.map((name) => name.slice(0, longestName)),
        mostNames,
      )

const carriedOver = (
  server: ServerRow,
  variables: readonly EggVariableRow[],
  brokenIn: (variable: EggVariableRow, value: string) => BrokenRule | undefined,
): ServerRow['environment'] =>
  Object.fromEntries(
    variables.flatMap((variable) => {
      const { env_variable: name } = variable
      const value = Object.hasOwn(server.environment, name) ? server.environment[name] : undefined
      return value === undefined || brokenIn(variable, value) ? [] : [[name, value]]
    }),
  )

/** An environment has strings only: booleans become `1` and `0`, null becomes empty. */
const asText = (value: string | number | boolean | null | undefined): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value ?? '')
