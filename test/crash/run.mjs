// Tests that a data file keeps every confirmed write: kills under load, also during resets and restores; full and
// read-only disks; changes of the files of a running service; two services on one file. Exits with 1 after a failure.
// Usage, after a build: npm run crash [-- --kills N --seed S --only kills|disks|files]; the defaults are 200, 1 and all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fullDisk, limitedFiles, mountSmallDisk, readOnlyDisk } from './disks.mjs'
import { changeFiles, shareFile } from './file-changes.mjs'
import { killRepeatedly } from './kills.mjs'
import { pauseWithinWrites } from './pauses.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
})
const parts = { kills: testKills, disks: testDisks, files: testFiles, pauses: testPauses }

const folder = mkdtempSync(join(tmpdir(), 'nestbox-crash-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const failures = []
const print = (text) => console.log(text.replaceAll(folder, ''))

print(`Node ${process.version}, seed ${values.seed}`)
for (const [name, test] of Object.entries(parts)) {
  if (values.only === undefined || values.only.includes(name)) await test()
}
for (const text of failures) print(`\nFAILURE: ${text}`)
print(`\n${failures.length} failures.`)
process.exitCode = failures.length > 0 ? 1 : 0

async function testKills() {
  const { total, messages } = await killRepeatedly(
    join(folder, 'world.json'),
    Number(values.kills),
    randomFrom(Number(values.seed)),
  )
  const columns = {
    kills: total.kills,
    'confirmed writes': total.confirmed,
    'interrupted requests': total.interrupted,
    'resets and restores': total.replaced,
    'interrupted resets and restores': total.replacingAtKill,
    'of these, in the file': total.replacedAtStart,
    failures: total.failures.length,
    'slowest start': `${total.slowestStartMs.toFixed(0)} ms`,
  }
  printTable(Object.keys(columns), [Object.values(columns)])
  printList(
    'Messages of the service',
    [...messages].map(([text, count]) => `${count} times: ${text}`),
  )
  failures.push(...total.failures)
  if (total.confirmed === 0 || total.replaced === 0) failures.push('no write, reset or restore was confirmed')
}

async function testDisks() {
  const rows = await limitedFiles(join(folder, 'limited'))
  for (const [name, test] of Object.entries({ full: fullDisk, readonly: readOnlyDisk })) {
    const mountPoint = join(folder, name)
    const disk = mountSmallDisk(mountPoint)
    if (disk) rows.push(...(await test(mountPoint, disk)))
    else print(`(skipped the ${name} disk, since this user may not mount a file system)`)
  }
  printTable(
    ['disk failure', 'accepted', 'refused', 'statuses', 'accepted but lost', 'refused but kept'],
    rows.map(({ name, accepted, refused, statuses, lost, keptRefused }) => [
      name,
      accepted,
      refused,
      statuses.join(', '),
      lost,
      keptRefused,
    ]),
  )
  printList('Details of the refusals', [...new Set(rows.flatMap(({ details }) => details))])
  for (const { name, lost, keptRefused, stillRefuses, details } of rows) {
    if (lost > 0) failures.push(`${name}: ${lost} accepted writes are lost`)
    if (keptRefused > 0) failures.push(`${name}: ${keptRefused} refused writes were kept`)
    if (stillRefuses) failures.push(`${name}: writes are still refused`)
    if (!details.every((text) => /^[A-Z/].*\.$/.test(text))) {
      failures.push(`${name}: a refusal has no sentence as its detail`)
    }
  }
}

async function testFiles() {
  const rows = await changeFiles(folder)
  printTable(
    ['change of the files', 'ended by', 'next write', 'next start'],
    rows.map(({ name, signal, status, detail, start }) => [name, signal, `${status} ${detail}`, start]),
  )
  for (const { name, signal, start, lost = [] } of rows) {
    if (lost.length > 0) failures.push(`${name}, ${signal}: the start lost accepted writes (${lost})`)
    if (start !== 'started' && !/^nestbox: .*\.$/.test(start)) {
      failures.push(`${name}, ${signal}: the start failed without a sentence: ${start}`)
    }
  }
  const { isRefused, message, status } = await shareFile(folder)
  printList('A second service on the same file', [message])
  if (!isRefused || status !== 201) failures.push('a second service started on the file of a running one')
}

async function testPauses() {
  // Windows cannot suspend a process.
  if (process.platform === 'win32') return
  const rows = await pauseWithinWrites(folder)
  printTable(
    ['suspended', 'the second service', 'the write', 'a later write'],
    rows.map(({ step, second, reply, later }) => [step, second, reply, later]),
  )
  for (const { step, second, lost, keptRefused, leftovers } of rows) {
    const row = `suspended ${step}, the second service ${second}`
    if (lost.length > 0) failures.push(`${row}: accepted writes are lost (${lost})`)
    if (keptRefused.length > 0) failures.push(`${row}: refused writes were kept (${keptRefused})`)
    if (leftovers.length > 0) failures.push(`${row}: files are left (${leftovers})`)
  }
}

function printTable(head, rows) {
  const all = [head, head.map(() => '---'), ...rows]
  print(`\n${all.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
}

function printList(title, texts) {
  print(`\n${title}:${texts.length === 0 ? ' none' : ''}`)
  for (const text of texts) print(`- ${text}`)
}

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
