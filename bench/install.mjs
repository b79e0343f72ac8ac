import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../test/clients/install.mjs'
import { installTarball, weigh } from '../test/tarball/install.mjs'

/** Kept from run to run; git does not see it. */
const cache = fileURLToPath(new URL('.peers', import.meta.url))

/**
 * Installs packages where nothing else is, once for each set of versions.
 * @param {string[]} packages with their versions, such as `koa@3.3.0`
 * @returns the folder that they are in
 */
export function installed(packages) {
  const home = join(cache, packages.join('+').replaceAll('/', '-'))
  // npm writes it last: without it an install was broken off.
  if (existsSync(join(home, 'package-lock.json'))) return home
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  try {
    install(home, packages.map(parts))
  } catch {
    rmSync(home, { recursive: true, force: true })
    throw new Error(`npm cannot install ${packages.join(' and ')}`)
  }
  return home
}

/** What an install brings, of the mock as it is packed and of each peer; two ways to start one are one install. */
export function weights(mock, peers) {
  const place = installTarball()
  const homes = new Map(peers.map(({ home, packages }) => [home, packages[0]]))
  const brought = [
    { name: mock.name, ...weigh(place) },
    ...[...homes].map(([home, name]) => ({ name, ...weigh(home) })),
  ]
  rmSync(place, { recursive: true })
  return brought
}

function parts(spec) {
  const at = spec.lastIndexOf('@')
  return { name: spec.slice(0, at), version: spec.slice(at + 1) }
}
