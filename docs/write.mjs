// Writes the generated parts of the pages, each between the comments `<!-- name -->` and `<!-- end -->`.
// Usage: npm run docs [-- --check]; --check writes nothing, and exits with 1 if a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fromSources, programFromSources } from '../scripts/from-sources.mjs'

const { clauses, companions, deviations, gaps, kindOf, operations, sections } =
  await fromSources('src/contract/index.ts')
const { routes } = await fromSources('src/control/routes/index.ts')
const { faultProfiles } = await fromSources('src/faults/profiles.ts')
const { startNestbox } = await fromSources('src/index.ts')
const { checks } = await fromSources('conformance/index.ts')
const program = await programFromSources()

const page = (path) => new URL(`../${path}`, import.meta.url)
const guide = readFileSync(page('conformance/README.md'), 'utf8')

const tokens = {
  application: 'application token, or client token of a root administrator',
  admin: 'client token of a root administrator',
  client: 'client token',
}

const code = (text) => `\`${text}\``
const cell = (text) => String(text).replaceAll('|', '\\|')
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const operationTable = () =>
  table(
    ['§', 'Operation', 'Request', 'Accepted tokens'],
    Object.values(operations).map(({ section, summary, method, path, family }) => [
      section,
      summary,
      code(`${method} ${path}`),
      tokens[family],
    ]),
  )

const companionTable = () =>
  table(
    ['Companion', 'Request', 'Accepted tokens'],
    Object.values(companions).map(({ summary, method, path, family }) => [
      summary,
      code(`${method} ${path}`),
      tokens[family],
    ]),
  )

/** The id of a gap, with a mark if the response header leaves the gap out. */
const gapCell = (id) => code(id) + (gaps[id].pervasive ? '°' : '')

const gapTable = () =>
  table(
    ['§', 'Gap', 'Question', 'Choices, the default first', 'Panel'],
    Object.entries(gaps)
      .filter(([id]) => kindOf(id) === 'dial')
      .map(([id, { section, question, choices, panel }]) => [
        section,
        gapCell(id),
        question,
        choices.map(([choice, text]) => `${code(choice)} ${text}`).join('<br>'),
        code(panel ?? choices[0][0]),
      ]),
  )

const deviationTable = () =>
  table(
    ['Deviation', 'Behaviour', 'Seen in', 'Broken clauses', '`panel`'],
    Object.entries(deviations).map(([id, { breaks, text, seenIn, isOfPanel }]) => [
      code(id),
      text,
      seenIn,
      breaks.map(code).join(', '),
      isOfPanel ? 'yes' : 'no',
    ]),
  )

const silentTable = () =>
  table(
    ['§', 'Gap', 'Question'],
    Object.entries(gaps)
      .filter(([id]) => kindOf(id) === 'silent')
      .map(([id, { section, question }]) => [section, code(id), question]),
  )

const clauseLists = () =>
  sections
    .map(([number, title]) => [number, title, clauses.filter((clause) => clause.section === number)])
    .filter(([, , own]) => own.length > 0)
    .map(
      ([number, title, own]) =>
        `### ${number} ${title}\n\n${own
          .map(({ id, level, text }) => `- ${code(id)}${level === 'inferred' ? ' *(inferred)*' : ''} ${text}`)
          .join('\n')}`,
    )
    .join('\n\n')

const control = 'http://127.0.0.1:4141/_nestbox'

const routeTable = () =>
  table(
    ['Request', '', 'Query', 'Response'],
    routes.map(({ method, path, summary, query = {}, answer }) => [
      code(`${method} ${path.slice(1)}`),
      summary,
      Object.keys(query).map(code).join(', '),
      `${answer.status}${answer.type === undefined ? '' : ` ${code(answer.type.split(';')[0])}`}`,
    ]),
  )

const bodyList = () =>
  routes
    .filter(({ body }) => body)
    .map(({ method, path, summary, params = {}, body }) => {
      const url = control + path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name])
      const short = JSON.stringify(body.example)
      const data = short.length > 100 ? JSON.stringify(body.example, null, 2) : short
      const curl = `curl -X ${method} -H 'Content-Type: application/json' ${url} -d '${data}'`
      return `### ${method} ${path.slice(1)}\n\n${summary}.\n\n\`\`\`sh\n${curl}\n\`\`\``
    })
    .join('\n\n')

const faultTable = () =>
  table(
    ['Profile', '', 'Rules'],
    faultProfiles.map(({ name, text, rules }) => [
      code(name),
      text,
      rules.map((rule) => code(JSON.stringify(rule))).join('<br>'),
    ]),
  )

const block = (language, text) => `\`\`\`${language}\n${text.trim()}\n\`\`\``

const baseUrl = 'http://127.0.0.1:4141'

/** The day of the example world, whose dates are relative to it. */
const today = '2026-06-01'

const bannerOfProgram = () => program.banner('--port', '0', '--base-url', baseUrl, '--today', today)

/** The first lines that the program prints, with the default port and only two of the tokens. */
async function firstRun() {
  const lines = (await bannerOfProgram()).split('\n')
  const first = lines.findIndex((line) => line.trimStart().startsWith('Tokens'))
  const shown = [...lines.slice(0, first + 3), `${' '.repeat(11)}...`]
  return block('text', shown.join('\n').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, baseUrl))
}

/** The curl command that the program prints, changed to request one backup, and the response to it. */
async function firstRequest() {
  const command = /^ *(curl .*)$/m.exec(await bannerOfProgram())[1].replace('per_page=5', 'per_page=1')
  const [, token, path] = /Bearer ([^']+)' '[^/]+\/\/[^/]+([^']+)'$/.exec(command)
  const nestbox = await startNestbox({ baseUrl, today })
  const response = await fetch(nestbox.url + path, { headers: { Authorization: `Bearer ${token}` } })
  const body = await response.json()
  await nestbox.close()
  return `${block('sh', command)}\n\n${block('json', JSON.stringify(body, null, 2))}`
}

/** The help texts of the program and of each of its commands. */
function helpTexts() {
  const help = program.output('--help')
  const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)
  const others = commands.filter((name) => name !== 'serve')
  return [
    `## nestbox, nestbox serve\n\n${block('text', help)}`,
    ...others.map((name) => `## nestbox ${name}\n\n${block('text', program.output(name, '--help'))}`),
  ].join('\n\n')
}

/**
 * The figures above `wall time` in the score in conformance/README.md, which `npm run prove -- --write` writes there. The
 * score is out of date if it has other numbers of checks or clauses than the kit.
 */
function scoreTable() {
  const [, score = ''] = /<!-- score -->\n([\s\S]*?)<!-- \/score -->/.exec(guide) ?? []
  const all = [...score.matchAll(/^\| (\w.*?) \| (\S.*?) \|$/gm)].map(([, label, figure]) => [label, figure])
  const rows = all.slice(
    0,
    all.findIndex(([label]) => label === 'wall time'),
  )
  const figures = new Map(rows)
  const isUpToDate =
    figures.get('checks') === String(checks.length) &&
    figures.get('clauses with a check')?.endsWith(` of ${clauses.length}`)
  if (!isUpToDate) {
    console.error('The score in conformance/README.md is out of date; run npm run score.')
    process.exitCode = 1
  }
  return table(['', ''], rows)
}

const countOf = { operations, companions, gaps, clauses, checks }
const counts = () =>
  Object.entries(countOf)
    .map(([name, all]) => `${Object.keys(all).length} ${name}`)
    .join(' · ')

const parts = {
  firstRun,
  firstRequest,
  help: helpTexts,
  score: scoreTable,
  counts,
  routes: routeTable,
  bodies: bodyList,
  faults: faultTable,
  operations: operationTable,
  companions: companionTable,
  gaps: gapTable,
  silent: silentTable,
  deviations: deviationTable,
  clauses: clauseLists,
}
const check = process.argv.includes('--check')

for (const name of [
  'README.md',
  'docs/gaps.md',
  'docs/real-panel.md',
  'docs/clauses.md',
  'docs/control-api.md',
  'docs/command.md',
]) {
  const old = readFileSync(page(name), 'utf8')
  let text = old
  for (const [whole, start, part, end] of old.matchAll(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g)) {
    text = text.replace(whole, `${start}\n${await parts[part]()}\n\n${end}`.replaceAll('$', '$$$$'))
  }
  if (text === old) continue
  if (check) {
    console.error(`${name} is out of date; run npm run docs.`)
    process.exitCode = 1
  } else {
    writeFileSync(page(name), text)
    console.log(`wrote ${name}`)
  }
}
