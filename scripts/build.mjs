// Builds dist. The declarations and the code do not depend on each other, so they are made side by side.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

/** Runs commands one after another. */
async function inOrder(...commands) {
  for (const command of commands) {
    const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`"${command}" ended with exit code ${code}.`)
  }
}

rmSync('dist', { recursive: true, force: true })
const results = await Promise.allSettled([
  inOrder('tsc -p tsconfig.build.json', 'node scripts/types.mjs'),
  inOrder('node scripts/bundle.mjs', 'node scripts/assets.mjs', 'node scripts/console.mjs'),
])
for (const { reason } of results)
  if (reason) {
    process.stderr.write(`${reason.message}\n`)
    process.exitCode = 1
  }
