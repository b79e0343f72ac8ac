import { describe, expect, it } from 'vitest'
import { get } from './testing/api.ts'
import { expectRefusal } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'
import { workbench } from './testing/workbench.ts'

const work = workbench()

const init = (...args: readonly string[]) => runHere(['init', ...args])

interface Promised {
  readonly tokens: Readonly<Record<string, string>>
  readonly resources: { readonly server: { readonly uuid: string } }
}

/** The variables that a filled-in template needs, and its resources. */
async function promisesOf(url: string) {
  const { tokens, resources } = (await get(`${url}/_nestbox/target.json`)).body as Promised
  const env = {
    NESTBOX_APPLICATION_TOKEN: tokens['application'] ?? '',
    NESTBOX_ROOT_TOKEN: tokens['rootClient'] ?? '',
    NESTBOX_USER_TOKEN: tokens['userClient'] ?? '',
  }
  return { env, resources: JSON.stringify(resources) }
}

describe('init', () => {
  it('writes a target file that check accepts', async () => {
    const url = `${work.mock.url}/~init`
    const { env, resources } = await promisesOf(url)
    const { stdout, stderr, code } = await init(url)
    expect([stderr, code]).toEqual(['', 0])
    const filled = stdout.replace(/"resources": \{[\s\S]*?\n {2}\}/, `"resources": ${resources}`)
    const path = await work.files.write('target.json', filled)
    const lists = await runHere(['check', '--target', path, '--reporter', 'json'], env)
    // A template is not disposable.
    expect(JSON.parse(lists.stdout)).toMatchObject({
      target: url,
      verdict: 'incomplete',
      summary: { fail: 0 },
    })
    const disposable = filled.replace('"disposable": false', '"disposable": true')
    const whole = await runHere(['check', '--target', await work.files.write('whole.json', disposable)], env)
    expect([whole.stderr, whole.code]).toEqual(['', 0])
  })

  it('writes variables for the tokens, which check reports if they are not set', async () => {
    const path = await work.files.write('no-env.json', (await init()).stdout)
    const { stderr, code } = await runHere(['check', '--target', path])
    expect(stderr).toContain('NESTBOX_APPLICATION_TOKEN is not set')
    expect(code).toBe(2)
  })

  it('explains every entry with a comment', async () => {
    const lines = (await init()).stdout.split('\n')
    const promises = ['baseUrl', 'disposable', 'tokens', 'application', 'rootClient', 'userClient', 'node']
    for (const key of [
      ...promises,
      'location',
      'tags',
      'egg',
      'otherEgg',
      'server',
      'databaseHost',
      'syncTags',
    ]) {
      const at = lines.findIndex((line) => line.trimStart().startsWith(`"${key}"`))
      expect([key, lines[at - 1]]).toEqual([key, expect.stringMatching(/^ +\/\/ .+\.$/)])
    }
  })

  it('writes to a file, and overwrites one only with --force', async () => {
    const path = work.files.at('out.json')
    expect(await init('--out', path)).toMatchObject({ code: 0, stdout: '' })
    const first = await work.files.read('out.json')
    const again = await init('http://a.example', '-o', path)
    expect(again).toMatchObject({
      code: 2,
      stderr: `nestbox: ${path} exists already; --force overwrites it.\n`,
    })
    expect(await work.files.read('out.json')).toBe(first)
    expect((await init('http://a.example', '-o', path, '--force')).code).toBe(0)
    expect(await work.files.read('out.json')).toContain('"baseUrl": "http://a.example"')
  })

  it('refuses an invalid URL and a file that cannot be written', async () => {
    expect(await init('a.example')).toMatchObject({ code: 2, stdout: '' })
    const path = work.files.at('none/out.json')
    const why = `the directory ${work.files.at('none')} does not exist`
    expectRefusal(await init('--out', path), 2, `--out cannot write to ${path}: ${why}.`)
  })
})
