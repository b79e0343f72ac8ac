import { granted } from '../granted.ts'
import { kitNumber, kitVariable } from '../kit-egg.ts'
import { notNested } from '../not-shown.ts'
import { prerequisite, Unjudged, unseen } from '../outcome.ts'
import { nestedItems } from '../parts.ts'
import { wasGranted } from '../reception.ts'
import type { Scene } from '../scene.ts'
import { imports } from './import-egg.ts'

/** Rules of variables that accept any text of the kit, by their names. */
const freeRules =
  /^(?:|string|nullable|sometimes|required|filled|present|bail|min:[01]|max:(?:[1-9]\d{2,}|[3-9]\d))$/

/** Whether the rules of a variable accept any text. */
const acceptsText = (rules: unknown): boolean =>
  typeof rules === 'string' && rules.split('|').every((rule) => freeRules.test(rule.trim()))

/** The variables of the imported egg that accept any text, according to the response of the import. */
const textVariables: Scene<[], readonly string[]> = async (fixtures) => {
  const {
    imported: [, imported],
  } = await fixtures.play(imports)
  if (!wasGranted(imported)) throw new Unjudged(prerequisite('4.3/answer', imported))
  const variables = nestedItems(granted(imported).attributes, 'variables')
  if (variables.length === 0)
    throw new Unjudged(
      notNested(
        'no value was sent: the response of the import shows no variables of the egg',
        'egg_variable',
      ),
    )
  const names = variables
    .filter(({ rules }) => acceptsText(rules))
    .map(({ env_variable }) => env_variable)
    .filter((name): name is string => typeof name === 'string')
  if (names.length > 0) return names
  const shown = variables.map(({ env_variable, rules }) => `${env_variable} (${rules})`).join(', ')
  throw new Unjudged(
    unseen(
      `no value was sent: the imported egg has no variable whose rules accept any text, only ${shown}; the file of \`files.importEgg\` needs one with the rules \`nullable|string\``,
    ),
  )
}

const isKitVariable = (name: string): boolean => name === kitVariable

/**
 * A variable of the imported egg that accepts any text.
 * @throws Unjudged if the response shows none, with the requirements for the share file
 */
export const textVariable: Scene<[], string> = async (fixtures) => {
  const names = await fixtures.play(textVariables)
  return names.find(isKitVariable) ?? names[0] ?? ''
}

/** Another such variable, which gets `secondValue`; undefined if there is none. */
export const secondVariable: Scene<[], string | undefined> = async (fixtures) => {
  const [first, names] = [await fixtures.play(textVariable), await fixtures.play(textVariables)]
  const others = names.filter((name) => name !== first)
  return others.find((name) => name === kitNumber) ?? others[0]
}

/** A value that no other variable gets, and that fits most rules. */
export const secondValue = '73'
