import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../test/clients/install.mjs'
import { installedSize, installTarball } from '../test/tarball/install.mjs'

/** Installed packages are kept here between runs. */
const cache = fileURLToPath(new URL('.peers', import.meta.url))

/**
 * Installs packages into a folder of their own, once for each set of versions.
 * @param {string[]} packages with their versions, such as `koa@3.3.0`
 * @returns the folder
 */
export function installPackages(packages) {
  const home = join(cache, packages.join('+').replaceAll('/', '-'))
  // npm writes this file last, so the folder of an interrupted install does not have it.
  if (existsSync(join(home, 'package-lock.json'))) return home
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  try {
    install(home, packages.map(nameAndVersion))
  } catch {
    rmSync(home, { recursive: true, force: true })
    throw new Error(`npm cannot install ${packages.join(' and ')}`)
  }
  return home
}

/** Packages and bytes in `node_modules`, for the packed mock server and for each set of packages of the peers. */
export function installedSizes(mock, peers) {
  const folder = installTarball()
  const homes = new Map(peers.map(({ home, packages }) => [home, packages[0]]))
  const sizes = [
    { name: mock.name, ...installedSize(folder) },
    ...[...homes].map(([home, name]) => ({ name, ...installedSize(home) })),
  ]
  rmSync(folder, { recursive: true })
  return sizes
}

function nameAndVersion(spec) {
  const at = spec.lastIndexOf('@')
  return { name: spec.slice(0, at), version: spec.slice(at + 1) }
}
