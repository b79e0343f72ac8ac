// Imported by a service before its own modules: suspends the process within the next write of its data file.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The file that the test creates to suspend the process; its text names the step. */
const order = `${process.env.NESTBOX_CRASH_PAUSE}`

function suspendAt(step) {
  if (!fs.existsSync(order) || fs.readFileSync(order, 'utf8') !== step) return
  fs.rmSync(order)
  process.kill(process.pid, 'SIGSTOP')
}

const isTemporary = (path) => String(path).endsWith('.tmp')

const { open, rename } = fs.promises
fs.promises.open = async (path, ...rest) => {
  if (isTemporary(path)) suspendAt('before the temporary file')
  const file = await open(path, ...rest)
  if (isTemporary(path)) suspendAt('with an empty temporary file')
  return file
}
fs.promises.rename = async (from, to) => {
  if (isTemporary(from)) suspendAt('before the rename')
  await rename(from, to)
  if (isTemporary(from)) suspendAt('after the rename')
}
syncBuiltinESMExports()
