import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

// Node looks for packages in the parent folders of a module, so the folder lies below `node_modules`.
const folder = `${root}node_modules/.cache/nestbox`

/** The loaders of files that modules import as their text, such as `./page.css?raw`. */
export const textFiles = { '.css': 'text', '.html': 'text', '.jsonc': 'text', '.txt': 'text' }

const imported = new Map()

/** Imports a TypeScript module of the sources, which Node 20 cannot do by itself. */
export function fromSources(path) {
  const module = imported.get(path) ?? bundled(path).then((file) => import(pathToFileURL(file).href))
  imported.set(path, module)
  return module
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
    /** Runs the program in this process, which takes a tenth of the time of its own, and returns its standard output. */
    async output(...args) {
      const { runCommand } = await fromSources('bin/run-command.ts')
      const { write } = process.stdout
      let output = ''
      process.stdout.write = (text, written) => {
        output += text
        written?.()
        return true
      }
      await runCommand(args, {})
      process.stdout.write = write
      return output
    },
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
  const file = `${folder}/${path.replaceAll('/', '-')}.mjs`
  // Another process may import the file at the same time, so that it must never be half written.
  const outfile = `${folder}/${process.pid}-${path.replaceAll('/', '-')}.mjs`
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
    loader: textFiles,
    logLevel: 'warning',
  })
  renameSync(outfile, file)
  return file
}
