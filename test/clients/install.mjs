import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Installs packages into a folder.
 * @param {{name: string, version: string}[]} libraries
 * @returns a `require` function for these packages
 */
export function install(folder, libraries) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const specs = libraries.map(({ name, version }) => `${name}@${version}`)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...specs], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return createRequire(join(folder, 'package.json'))
}
