import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Installs libraries into a folder of their own and returns what loads one by its name. */
export function install(folder, libraries) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const wanted = libraries.map(({ name, version }) => `${name}@${version}`)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return createRequire(join(folder, 'package.json'))
}
