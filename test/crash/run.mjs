// Tests that a data file loses nothing: kills under load, also during resets and restores, full and
// read-only disks, files that change under a running service, two services on one file. Exit code 1 if
// anything is lost or broken.
// Usage, after a build: npm run crash [-- --kills N --seed S --only kills|disks|files], 200, 1 and all if left out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fullDisk, limitedFiles, readOnlyDisk, smallDisk } from './disk.mjs'
import { killAgainAndAgain } from './kills.mjs'
import { changedUnderIt, twoOnOneFile } from './under-it.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
})
const parts = { kills: killed, disks: onDisks, files: changed }

const folder = mkdtempSync(join(tmpdir(), 'nestbox-crash-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const wrong = []
const says = (text) => console.log(text.replaceAll(folder, ''))

says(`Node ${process.version}, seed ${values.seed}`)
for (const [name, part] of Object.entries(parts)) {
  if (values.only === undefined || values.only.includes(name)) await part()
}
for (const text of wrong) says(`\nWRONG: ${text}`)
says(`\n${wrong.length} wrong.`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function killed() {
  const { total, messages } = await killAgainAndAgain(
    join(folder, 'world.json'),
    Number(values.kills),
    randomFrom(Number(values.seed)),
  )
  const columns = {
    kills: total.kills,
    'confirmed writes': total.confirmed,
    'cut off': total.cutOff,
    'resets and restores': total.replaced,
    'killed in one': total.replacingAtKill,
    'new world then': total.newAtStart,
    faults: total.faults.length,
    'slowest start': `${total.slowest.toFixed(0)} ms`,
  }
  table(Object.keys(columns), [Object.values(columns)])
  list(
    'Messages',
    [...messages].map(([text, count]) => `${count} times: ${text}`),
  )
  wrong.push(...total.faults)
  if (total.confirmed === 0 || total.replaced === 0) wrong.push('nothing was ever confirmed')
}

async function onDisks() {
  const rows = await limitedFiles(join(folder, 'limited'))
  for (const [name, run] of Object.entries({ full: fullDisk, readonly: readOnlyDisk })) {
    const place = join(folder, name)
    const disk = smallDisk(place)
    if (disk) rows.push(...(await run(place, disk)))
    else says(`(no ${name} disk: this user may not mount one)`)
  }
  table(
    ['trouble', 'answered', 'refused', 'with', 'lost', 'kept though refused'],
    rows.map(({ name, answered, refused, statuses, lost, keptRefused }) => [
      name,
      answered,
      refused,
      statuses.join(', '),
      lost,
      keptRefused,
    ]),
  )
  list('Sentences', new Set(rows.flatMap(({ sentences }) => sentences)))
  for (const { name, lost, keptRefused, stuck, sentences } of rows) {
    if (lost > 0) wrong.push(`${name}: ${lost} answered writes are not there`)
    if (keptRefused > 0) wrong.push(`${name}: ${keptRefused} refused writes are there`)
    if (stuck) wrong.push(`${name}: writes are still refused`)
    if (!sentences.every((text) => /^[A-Z/].*\.$/.test(text))) wrong.push(`${name}: no sentence`)
  }
}

async function changed() {
  const rows = await changedUnderIt(folder)
  table(
    ['under a running service', 'ended by', 'the write after it', 'the next start'],
    rows.map(({ name, end, after, refusal = '', start }) => [name, end, `${after} ${refusal}`, start]),
  )
  for (const { name, end, start, lost = [] } of rows) {
    if (lost.length > 0) wrong.push(`${name}, ${end}: started without what was answered (${lost})`)
    if (start !== 'started' && !/^nestbox: .*\.$/.test(start)) {
      wrong.push(`${name}, ${end}: no sentence, but ${start}`)
    }
  }
  const two = await twoOnOneFile(folder)
  list('A second service on one file', [two.says])
  if (!two.refused || two.first !== 201) wrong.push('two services share one file')
}

function table(head, rows) {
  const all = [head, head.map(() => '---'), ...rows]
  says(`\n${all.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
}

function list(title, texts) {
  says(`\n${title}:${texts.size === 0 || texts.length === 0 ? ' none' : ''}`)
  for (const text of texts) says(`- ${text}`)
}

/** Numbers from 0 to 1 that only the seed decides (mulberry32). */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
