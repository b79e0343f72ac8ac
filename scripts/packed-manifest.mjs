// Removes the script `prepare` from package.json while npm packs, since npm would warn about it at each install of the
// tarball. `prepack` calls this after the build, and `postpack` with `restore`.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const [manifest, original] = [own('package.json'), own('package.original.json')]

// A pack that was interrupted has left the original.
if (existsSync(original)) renameSync(original, manifest)
if (process.argv[2] !== 'restore') {
  copyFileSync(manifest, original)
  const { prepare: _, ...scripts } = JSON.parse(readFileSync(manifest, 'utf8')).scripts
  const packed = { ...JSON.parse(readFileSync(manifest, 'utf8')), scripts }
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}
