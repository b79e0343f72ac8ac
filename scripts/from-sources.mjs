import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

// Node looks for packages in the parent folders of a module, so the folder lies below `node_modules`.
const folder = `${root}node_modules/.cache/nestbox`

/** Imports a TypeScript module of the sources, which Node 20 cannot do by itself. */
export async function fromSources(path) {
  return import(pathToFileURL(await bundled(path)).href)
}

/** Bundles the program from the sources, and returns functions that run it with arguments. */
export async function programFromSources() {
  const file = await bundled('bin/nestbox.ts')
  // The program looks up its version by the name of the package.
  const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  writeFileSync(
    `${folder}/package.json`,
    JSON.stringify({ name, version, exports: { './package.json': './package.json' } }),
  )
  return {
    /** Runs the program until it ends, and returns its standard output. */
    output: (...args) => execFileSync(process.execPath, [file, ...args], { encoding: 'utf8' }),
    /** Runs the program until the server is ready, stops it, and returns its standard error. */
    async banner(...args) {
      const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      const lines = []
      createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Ready')) break
      child.kill()
      await new Promise((resolve) => child.once('close', resolve))
      return lines.join('\n')
    },
  }
}

async function bundled(path) {
  const outfile = `${folder}/${path.replaceAll('/', '-')}.mjs`
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: [path],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  return outfile
}
