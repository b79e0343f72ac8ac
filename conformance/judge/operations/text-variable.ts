import type { Exchange } from '../../client/client.ts'
import type { Fixtures, Scene } from '../fixtures.ts'
import { kitNumber, kitVariable } from '../kit-egg.ts'
import { longestLagMs } from '../lag.ts'
import { notNested } from '../not-shown.ts'
import { ignoreUnjudged, prerequisite, Unjudged, unseen } from '../outcome.ts'
import { type Attributes, attributesOf, granted, nestedItems } from '../parts.ts'
import { wasGranted } from '../reception.ts'
import { imports } from './import-egg.ts'

/** Rules of variables that accept any text of the kit, by their names. */
const freeRules =
  /^(?:|string|nullable|sometimes|required|filled|present|bail|min:[01]|max:(?:[1-9]\d{2,}|[3-9]\d))$/

/** Whether the rules of a variable accept any text. */
const acceptsText = (rules: unknown): boolean =>
  typeof rules === 'string' && rules.split('|').every((rule) => freeRules.test(rule.trim()))

/** The variables that the response to an import shows; of one that may lag, those that it shows again later. */
async function variablesOf({ session, seen }: Fixtures, imported: Exchange): Promise<readonly Attributes[]> {
  const shown = nestedItems(granted(imported).attributes, 'variables')
  const isThere = shown.some(({ env_variable }) => env_variable === kitVariable)
  if (isThere || seen.found('egg_variable').length === 0 || !imported.ask.file?.includes(kitVariable))
    return shown
  await session.client.wait(longestLagMs)
  const again = await session.sendAgain(imported.ask)
  return nestedItems(attributesOf(again.reply?.json), 'variables')
}

/**
 * Two variables of the imported egg that accept any text, according to its response; an egg may have no second one.
 * @throws Unjudged if the response shows none, with the requirements for the share file
 */
export const textVariables: Scene<[], readonly [string, second: string | undefined]> = async (fixtures) => {
  const {
    imported: [, imported],
  } = await fixtures.play(imports)
  if (!wasGranted(imported)) throw new Unjudged(prerequisite('4.3/response', imported))
  const variables = await variablesOf(fixtures, imported)
  if (variables.length === 0)
    throw new Unjudged(
      notNested(
        'no value was sent: the response of the import shows no variables of the egg',
        'egg_variable',
        fixtures,
      ),
    )
  const names = variables
    .filter(({ rules }) => acceptsText(rules))
    .map(({ env_variable }) => env_variable)
    .filter((name): name is string => typeof name === 'string')
  const own = [kitVariable, kitNumber].filter((name) => names.includes(name))
  const [first, ...others] = new Set([...own, ...names])
  // Of many variables, a server may keep the first few only.
  if (first !== undefined) return [first, own[1] ?? others.at(-1)]
  const shown = variables.map(({ env_variable, rules }) => `${env_variable} (${rules})`).join(', ')
  throw new Unjudged(
    unseen(
      `no value was sent: the imported egg has no variable whose rules accept any text, only ${shown}; the file of \`files.importEgg\` needs one with the rules \`nullable|string\``,
    ),
  )
}

/** The first of them; undefined if no response shows one. */
export const textVariable: Scene<[], string | undefined> = async (fixtures) =>
  (await fixtures.play(textVariables).catch(ignoreUnjudged))?.[0]
