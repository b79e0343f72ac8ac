import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Packs the built package and installs it into an empty temporary folder.
 * @returns the folder
 */
export function installTarball() {
  const folder = mkdtempSync(join(tmpdir(), 'nestbox-tarball-'))
  const npm = (cwd, ...args) =>
    execFileSync('npm', [...args, '--cache', join(folder, 'cache'), '--loglevel', 'error'], {
      cwd,
      encoding: 'utf8',
    })
  // The script `prepack` would build the package again.
  const [{ filename }] = JSON.parse(
    npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
  )
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  npm(folder, 'install', '--no-audit', '--no-fund', join(folder, filename))
  return folder
}

/** The manifests of all packages in a folder's `node_modules`, and the bytes of all files there. */
export function installedSize(folder) {
  const modules = join(folder, 'node_modules')
  const files = readdirSync(modules, { recursive: true }).filter((path) =>
    statSync(join(modules, path)).isFile(),
  )
  return {
    packages: files.filter((path) => /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)),
    bytes: files.reduce((sum, path) => sum + statSync(join(modules, path)).size, 0),
  }
}
