import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const { services } = parse(readFileSync(new URL('compose/compose.yaml', import.meta.url), 'utf8'))

const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))

/** Runs a script with the variables of a server. */
async function exec(script: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const command = [
    program,
    'exec',
    '--quiet',
    '--',
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, ...environment },
  })
  return stdout + stderr
}

it('the mock server of compose.yaml accepts its variables, and the tokens of the frontend are its tokens', async () => {
  const { environment } = services.frontend
  const script = `
    const { NESTBOX_URL: url, ...own } = process.env
    const ask = async (path, headers) => (await fetch(url + path, { headers })).status
    const bearer = (token) => ({ authorization: 'Bearer ' + token })
    console.log(await ask('/api/client/account', bearer('${environment.VITE_NESTBOX_USER_TOKEN}')))
    console.log(await ask('/api/admin/eggs', bearer('${environment.VITE_NESTBOX_ROOT_TOKEN}')))
    console.log(await ask('/api/application/users', bearer('${environment.VITE_NESTBOX_APPLICATION_TOKEN}')))
    console.log(await ask('/_nestbox/tokens', { 'x-nestbox-control': '${services.nestbox.environment.NESTBOX_CONTROL_TOKEN}' }))`
  expect(await exec(script, services.nestbox.environment)).toBe('200\n200\n200\n200\n')
})

it('nestbox exec sets the variables that compose.yaml sets for the frontend', async () => {
  const names = Object.keys(services.frontend.environment)
  const script = `console.log(JSON.stringify(${JSON.stringify(names)}.filter((name) => !process.env[name])))`
  expect(names.length).toBeGreaterThan(3)
  expect(await exec(script, {})).toBe('[]\n')
})
