// Writes what the contract knows into the pages that show it, between their marks.
// Usage: npm run docs [-- --check]; --check only says whether a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fromSources } from '../scripts/from-sources.mjs'

const { clauses, companions, gaps, kindOf, operations, sections } = await fromSources('src/contract/index.ts')
const { routes } = await fromSources('src/control/routes/index.ts')
const { faultProfiles } = await fromSources('src/faults/profiles.ts')

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
    ['§', 'Operation', 'Request', 'Takes'],
    Object.values(operations).map(({ section, summary, method, path, family }) => [
      section,
      summary,
      code(`${method} ${path}`),
      tokens[family],
    ]),
  )

const companionTable = () =>
  table(
    ['Read', 'Request', 'Takes'],
    Object.values(companions).map(({ summary, method, path, family }) => [
      summary,
      code(`${method} ${path}`),
      tokens[family],
    ]),
  )

/** With a mark where answers do not name it, as it shapes nearly every one. */
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

const dialTable = () =>
  table(
    ['§', 'Gap', 'Question', 'Choices'],
    Object.entries(gaps)
      .filter(([id]) => kindOf(id) === 'dial')
      .map(([id, { section, question, choices }]) => [
        section,
        gapCell(id),
        question,
        choices.map(([choice]) => code(choice)).join(', '),
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
    ['Request', '', 'Query', 'Answer'],
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
      const sent = short.length > 100 ? JSON.stringify(body.example, null, 2) : short
      const curl = `curl -X ${method} -H 'Content-Type: application/json' ${url} -d '${sent}'`
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

const parts = {
  routes: routeTable,
  bodies: bodyList,
  faults: faultTable,
  operations: operationTable,
  companions: companionTable,
  gaps: gapTable,
  dials: dialTable,
  silent: silentTable,
  clauses: clauseLists,
}
const check = process.argv.includes('--check')

for (const page of ['README.md', 'docs/gaps.md', 'docs/clauses.md', 'docs/control-api.md']) {
  const path = new URL(`../${page}`, import.meta.url)
  const old = readFileSync(path, 'utf8')
  const text = old.replace(
    /(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start, part, end) => `${start}\n${parts[part]()}\n\n${end}`,
  )
  if (text === old) continue
  if (check) {
    console.error(`${page} is out of date; npm run docs writes it anew.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, text)
    console.log(`${page} written`)
  }
}
