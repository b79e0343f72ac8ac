import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const { services } = parse(readFileSync(new URL('compose/compose.yaml', import.meta.url), 'utf8'))

it('the mock server of compose.yaml accepts its variables and the token of the frontend', async () => {
  const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))
  const { environment } = services.nestbox
  const script = `
    const headers = { authorization: 'Bearer ${services.frontend.environment.VITE_PANEL_TOKEN}' }
    const response = await fetch(process.env.NESTBOX_URL + '/api/client/account', { headers })
    console.log(response.status)`
  const command = [program, 'exec', '--', process.execPath, '--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, ...environment },
  })
  expect([stdout, stderr]).toEqual(['200\n', ''])
})
