import { objectAt } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures, Scene } from '../judge/fixtures.ts'
import { kitEgg } from '../judge/kit-egg.ts'
import { imagesBefore } from '../judge/operations/import-egg.ts'
import { startupParts } from '../judge/operations/update-server-startup.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Attributes, granted } from '../judge/parts.ts'
import { ask, control, isGranted } from './ask.ts'
import { eitherOf, type Observers, other, sampled, unseen } from './observer.ts'

const first = 'CONFORMANCE_MARK'
const second = 'CONFORMANCE_SECOND'
const ruled = 'CONFORMANCE_RULED'
const stranger = 'CONFORMANCE_STRANGER'

/** Gaps about startup updates. */
export const startup = {
  'startup.partial': async (fixtures) => {
    const { startup: command, ...rest } = (await controlledParts(fixtures, 'partial')).fields ?? {}
    const alone = await ask(fixtures, 'updateServerStartup', { json: { startup: command } })
    if (isGranted(alone)) {
      const isKept = granted(alone).attributes['egg'] === rest['egg_id']
      return isKept
        ? sampled('keep', 'a command alone keeps the egg')
        : other('a command alone changes the egg')
    }
    const named = await ask(fixtures, 'updateServerStartup', { json: { startup: command, ...rest } })
    return isGranted(named)
      ? other('`startup`, `egg_id` and `docker_image` are enough')
      : sampled('require', '`startup`, `egg_id` and `docker_image` are not enough')
  },

  'startup.fields': async (fixtures) => {
    await control(fixtures, 'updateServerStartup')
    const names = Object.keys(fixtures.session.target.requests.startup ?? {})
    if (names.includes('environment') && names.includes('skip_scripts')) return 'environment-skip_scripts'
    if (names.includes('variables') && names.includes('skip_install')) return 'variables-skip_install'
    return names.length > 0 ? other(names.join(', ')) : unseen('the target has no `requests.startup`')
  },

  'startup.missing-variables': async (fixtures) => {
    await fixtures.play(twoVariables)
    const exchange = await sendEnvironment(fixtures, { [second]: 'two' })
    if (!isGranted(exchange)) return other('the request is refused')
    const left = environmentOf(exchange)[first] ?? ''
    if (left === 'kept') return 'keep'
    return left === '' ? sampled('clear', 'they become empty') : other(`it becomes ${String(left)}`)
  },

  'startup.unknown-variables': async (fixtures) => {
    await fixtures.play(twoVariables)
    const exchange = await sendEnvironment(fixtures, { [first]: 'kept', [second]: 'two', [stranger]: 'x' })
    if (!isGranted(exchange)) return 'refuse'
    return Object.hasOwn(environmentOf(exchange), stranger) ? other('they are taken') : 'ignore'
  },

  'startup.rules': async (fixtures) => {
    await fixtures.play(twoVariables)
    const isTaken = isGranted(await sendEnvironment(fixtures, { [first]: 'x', [ruled]: 'letters' }))
    if (isTaken) await sendEnvironment(fixtures, { [first]: 'kept', [ruled]: '1' })
    return eitherOf(isTaken, ['accept', 'refuse'], 'letters for a variable with the rule `numeric` are')
  },

  'startup.images': async (fixtures) => {
    const { fields, ...rest } = await controlledParts(fixtures, 'image')
    const docker_image = 'not an image: <*>'
    const isTaken = isGranted(
      await ask(fixtures, 'updateServerStartup', { ...rest, fields: { ...fields, docker_image } }),
    )
    if (isTaken) await ask(fixtures, 'updateServerStartup', { ...rest, ...(fields && { fields }) })
    return eitherOf(isTaken, ['any', 'usual'], `\`${docker_image}\` is`)
  },
} satisfies Partial<Observers>

/** Imports an egg with two variables, and sets both for the server. */
const twoVariables: Scene<[], void> = async (fixtures) => {
  await control(fixtures, 'updateServerStartup')
  granted(await ask(fixtures, 'importEgg', { file: eggOfTwo(await fixtures.play(imagesBefore)) }))
  const exchange = await sendEnvironment(fixtures, { [first]: 'kept', [second]: 'one' })
  if (environmentOf(exchange)[first] !== 'kept')
    throw new Unjudged('the value of a variable that was sent does not show')
}

/** The egg of the kit, with a second variable that is a copy of the first, and a third for numbers. */
function eggOfTwo(images: readonly string[]): string {
  const egg = JSON.parse(kitEgg('Nestbox check environment', [], 'PTDL_v2', images)) as {
    variables: Attributes[]
  }
  const [variable] = egg.variables
  return JSON.stringify({
    ...egg,
    variables: [
      variable,
      { ...variable, name: 'Second', env_variable: second },
      { ...variable, name: 'Ruled', env_variable: ruled, rules: 'nullable|numeric', default_value: '1' },
    ],
  })
}

async function sendEnvironment(fixtures: Fixtures, environment: Attributes): Promise<Exchange> {
  const { startup: promised = {} } = fixtures.session.target.requests
  const name = Object.entries(promised).find(([, value]) => typeof value === 'object' && value !== null)?.[0]
  if (name === undefined) throw new Unjudged('`requests.startup` of the target does not name the environment')
  const json = {
    ...(await controlledParts(fixtures, 'environment')).fields,
    ...promised,
    [name]: environment,
  }
  return ask(fixtures, 'updateServerStartup', { json })
}

const environmentOf = (exchange: Exchange): Attributes =>
  objectAt(granted(exchange).attributes, 'container.environment')

/** The parts of a startup update, after the plain one was granted. */
async function controlledParts(fixtures: Fixtures, mark: string) {
  await control(fixtures, 'updateServerStartup')
  return startupParts(fixtures, mark)
}
