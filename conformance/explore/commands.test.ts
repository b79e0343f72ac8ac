import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sample } from '../../src/testing/sample.ts'
import { choose } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import { type TokenName, tokenVariables } from '../client/credentials.ts'
import { writeEggFiles } from '../client/egg-file.ts'
import type { Result } from '../judge/outcome.ts'
import type { MakeMiddleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { onlyThen } from '../proof/only-then/index.ts'
import { startProxy } from '../proof/proxy.ts'
import { reporters } from '../report/index.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { Entry } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { commandsOf } from './commands.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

const about = { version: '1.0.0', command: 'nestbox check http://localhost' }

/** The commands of the only finding in a report, as a user would copy them. */
const copied: Readonly<Record<'text' | 'markdown', (run: Run) => string>> = {
  text(run) {
    const lines = reporters.text(run, about).split('\n')
    const from = lines.findIndex((line) => /^ *(?:By hand|new=|curl|\(curl)/.test(line))
    const end = lines.findIndex(
      (line, at) => at > from && !/^ *(?:By hand|new=|curl|\(curl|sleep)/.test(line),
    )
    return lines
      .slice(from, end)
      .map((line) => line.replace(/^ *(?:By hand:? *)?/, ''))
      .join('\n')
  },
  markdown(run) {
    const [, , fenced = ''] =
      [...reporters.markdown(run, about).matchAll(/^ *(`{3,})\w*\n([\s\S]*?)^ *\1$/gm)].find(([, , inner]) =>
        inner?.includes('curl'),
      ) ?? []
    return fenced
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !line.startsWith(about.command))
      .join('\n')
  },
}

/** The responses to commands in a shell, as JSON. */
async function responsesTo(commands: string, { tokens }: Target): Promise<readonly unknown[]> {
  const env = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [tokenVariables[name as TokenName], token]),
  )
  const { stdout } = await promisify(execFile)('sh', ['-c', commands], {
    env: { PATH: process.env['PATH'], ...env },
    maxBuffer: 100_000_000,
  })
  return stdout.split(/HTTP\/1\.1 (?!100)\d{3}/).flatMap((response) => {
    const [, body = ''] = response.split('\r\n\r\n')
    return body === '' ? [] : [JSON.parse(body)]
  })
}

const removeEggFiles = async (commands: readonly string[]): Promise<void> => {
  for (const [path] of commands.join('\n').matchAll(/\/[^\s']*nestbox-egg-\w+\.json/g))
    await rm(path, { force: true })
}

const at = (json: unknown, pointer = ''): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => Reflect.get(Object(value), key), json)

interface Row {
  /** A server of the proof, by its name. */
  readonly name: string
  readonly check: string
  /** Whether a response shows the failure. */
  readonly shows: (json: unknown, result: Result) => boolean
}

const isWrong: Row['shows'] = (json, { pointer, expected }) => {
  const value = at(json, pointer)
  return value !== undefined && JSON.stringify(value) !== expected
}

/** The first one of three has an egg file or new names; the others need neither. */
const rows: readonly Row[] = [
  {
    name: '"importEgg" is granted to token-suffix, for the otherEgg',
    check: '5/import-egg-refuses-token-suffix',
    shows: (json) => at(json, '/object') === 'egg',
  },
  {
    name: '"updateNode" is not stored: `disk`, where a text looks like markup',
    check: '4.1/persists',
    shows: isWrong,
  },
  {
    name: '"updateServerStartup" is stored as another value: `startup`, where a text is digits',
    check: '4.5/persists',
    shows: isWrong,
  },
  {
    name: '"createUser" is granted to garbage, where a text is digits',
    check: '5/create-user-refuses-garbage',
    shows: (json) => at(json, '/object') === 'user',
  },
  {
    name: '"listServerBackups" the page is empty, on pages of 21 to 40',
    check: '4.7/stable',
    shows: (json) => at(json, '/data/length') === 0,
  },
]

const isFound = ({ results }: Run): boolean => results.some(({ status }) => status === 'fail')

/** Explores a server for what one check finds. */
async function explored(make: MakeMiddleware, check: string, seed: string): Promise<[Target, Run]> {
  const proxy = await startProxy(pool.fresh(), make())
  onTestFinished(() => proxy.close())
  const { target } = proxy
  const result = await run({
    target,
    checks: choose(checks, { only: [check, '4.7/pages-partition', '2.1/count-within-page'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
    bail: true,
    explore: { requests: 2_000, seed },
  })
  return [target, result]
}

describe('the commands of a finding show the failure in a shell', () => {
  it.each(sample(3, rows))('$name', async ({ name, check, shows }) => {
    const make: MakeMiddleware = onlyThen.find((each) => each.name === name)?.make ?? expect.fail(name)
    let [target, result] = await explored(make, check, 'commands')
    // Not every seed sends what a fault needs.
    for (const seed of ['paste', 'shell'])
      if (!isFound(result)) [target, result] = await explored(make, check, seed)
    const [found] = result.results.filter(({ status }) => status === 'fail')
    expect(found?.steps?.length).toBeLessThanOrEqual(12)
    expect(result.exploration?.repeated).toBeLessThanOrEqual(300)
    const curls = [found?.curl ?? '']
    await writeEggFiles(curls, result.exchanges)
    onTestFinished(() => removeEggFiles(curls))
    for (const report of Object.values(copied)) {
      const commands = report(result)
      const responses = await responsesTo(commands, target)
      const isShown = found !== undefined && responses.some((json) => shows(json, found))
      expect({ commands, responses, isShown }).toMatchObject({ isShown: true })
      // The shell makes another name of a user each second.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })
})

describe('the commands for many users', () => {
  it('have names that a shell and a server accept', () => {
    const emails = Array.from({ length: 60 }, (_, at) => `user${at % 30}@example.com`)
    // Commands need nothing else of an entry.
    const entries = emails.map((email) => ({
      call: { operation: 'createUser' },
      exchange: { ask: { json: { email } } },
    })) as unknown as Entry[]
    const [first, ...lines] = commandsOf([entries], () => `'nb'"$(date +%s | tr 0-9 q-z)"''`).flatMap(
      (line) => line.replace(/^\(| wait\)$/g, '').split(' &'),
    )
    expect(first).toMatch(/^new=nb/)
    expect(new Set(lines.filter((line) => line !== '').map((line) => line.trim())).size).toBe(30)
    for (const line of lines) expect(line).toMatch(/^ ?(?:''"\$\{new\}[a-z]+"'')?$/)
  })
})
