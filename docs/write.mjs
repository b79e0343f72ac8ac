// Writes the generated parts of the pages, each between the comments `<!-- name -->` and `<!-- end -->`.
// Usage: npm run docs [-- --check]; --check writes nothing, and exits with 1 if a page is out of date.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fromSources, programFromSources } from '../scripts/from-sources.mjs'

const { clauses, companions, deviations, gaps, isSettable, operations, panelOperations, sections } =
  await fromSources('src/contract/index.ts')
const { routes } = await fromSources('src/control/routes/index.ts')
const { successOf } = await fromSources('src/control/route.ts')
const { faultProfiles } = await fromSources('src/faults/profiles.ts')
const { startNestbox } = await fromSources('src/index.ts')
const { checks, choose, readTarget, reporters, run } = await fromSources('conformance/index.ts')
const { staleQuotes } = await fromSources('src/testing/quotes.ts')
const program = await programFromSources()

const page = (path) => new URL(`../${path}`, import.meta.url)
const contributing = readFileSync(page('CONTRIBUTING.md'), 'utf8')

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

const tableOf = (title, operations) =>
  table(
    [title, 'Id', 'Request', 'Accepted tokens'],
    Object.values(operations).map(({ id, summary, method, path, family }) => [
      summary,
      code(id),
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
      .filter(([id]) => isSettable(id))
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
      .filter(([id]) => !isSettable(id))
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
    routes.map((route) => [
      code(`${route.method} ${route.path.slice(1)}`),
      route.summary,
      Object.keys(route.query ?? {})
        .map(code)
        .join(', '),
      `${successOf(route)}${route.media ? ` ${code(route.media.type)}` : ''}`,
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

const banner = await program.banner('--port', '0', '--base-url', baseUrl, '--today', today)

/** The first lines that the program prints, with the default port and only two of the tokens. */
function firstRun() {
  const lines = banner.split('\n')
  const first = lines.findIndex((line) => line.trimStart().startsWith('Tokens'))
  const shown = [...lines.slice(0, first + 3), `${' '.repeat(11)}...`]
  return block('text', shown.join('\n').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, baseUrl))
}

/** The curl command that the program prints, changed to request one backup, and the response to it. */
async function firstRequest() {
  const command = /^ *(curl .*)$/m.exec(banner)[1].replace('per_page=5', 'per_page=1')
  const [, token, path] = /Bearer ([^']+)' '[^/]+\/\/[^/]+([^']+)'$/.exec(command)
  const nestbox = await startNestbox({ baseUrl, today })
  const response = await fetch(nestbox.url + path, { headers: { Authorization: `Bearer ${token}` } })
  const body = await response.json()
  await nestbox.close()
  return `${block('sh', command)}\n\n${block('json', JSON.stringify(body, null, 2))}`
}

const help = await program.output('--help')
const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)

/** The help texts of the program and of each of its commands. */
const pagesOfHelp = [`## nestbox, nestbox serve\n\n${block('text', help)}`]
for (const name of commands.filter((each) => each !== 'serve'))
  pagesOfHelp.push(`## nestbox ${name}\n\n${block('text', await program.output(name, '--help'))}`)
const helpTexts = pagesOfHelp.join('\n\n')

/** The mock server behind a proxy that turns `meta.backup_count` into a string. */
async function startBroken() {
  const nestbox = await startNestbox({ today })
  const server = createServer(async ({ method, url, headers }, response) => {
    const reply = await fetch(nestbox.url + url, { method, headers })
    const text = (await reply.text()).replace(/("backup_count":)(\d+)/, '$1"$2"')
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    target: await (await fetch(`${nestbox.url}/_nestbox/target.json`)).json(),
    async close() {
      server.closeAllConnections()
      server.close()
      await nestbox.close()
    },
  }
}

/** The lines of the text report about a server that breaks one clause. */
async function linesOfFailure() {
  const broken = await startBroken()
  const target = readTarget({ ...broken.target, baseUrl: broken.url }, 'target.json')
  const findings = await run({ target, checks: choose(checks, { only: ['2.12/backup-count'] }) })
  const url = 'http://localhost:8080'
  const report = reporters.text(findings, {
    version: '',
    command: `npx nestbox check ${url} --target target.json`,
  })
  await broken.close()
  return report
    .replaceAll(broken.url, url)
    .replaceAll(/after \d+ ms/g, 'after 3 ms')
    .split('\n')
}

const failureLines = await linesOfFailure()

/** The description of a failure in the text report; of its facts only those that are named. */
function failure(...facts) {
  const first = failureLines.findIndex((line) => line.startsWith('✗'))
  const own = failureLines.slice(first, failureLines.indexOf('', first))
  const isShown = (_, index) => {
    const start = own.slice(0, index + 1).findLast((each) => /^ {4}\S/.test(each)) ?? ''
    return facts.length === 0 || index === 0 || facts.some((fact) => start.trim().startsWith(fact))
  }
  return block('text', own.filter(isShown).join('\n'))
}

/**
 * The figures in CONTRIBUTING.md, which `npm run prove -- --write` writes there. They are out of date if they have other
 * numbers of checks or clauses than the kit.
 */
function scoreSentence() {
  const [, score = ''] = /<!-- score -->\n([\s\S]*?)<!-- \/score -->/.exec(contributing) ?? []
  const figures = new Map(
    [...score.matchAll(/^\| (\w.*?) \| (\S.*?) \|$/gm)].map(([, label, figure]) => [label, figure]),
  )
  const isUpToDate =
    figures.get('checks') === String(checks.length) &&
    figures.get('clauses with a check')?.endsWith(` of ${clauses.length}`)
  if (!isUpToDate) {
    console.error('The score in CONTRIBUTING.md is out of date; run npm run score.')
    process.exitCode = 1
  }
  const [mutants, legal, conditional, explored] = [
    'mutants caught',
    'legal servers misjudged',
    'mutants under a condition, caught by the checks',
    'mutants under a condition, caught by exploring',
  ].map((label) => figures.get(label))
  const first = `In the last run, it caught ${mutants} broken servers, and misjudged ${legal} legal ones.`
  return conditional && explored
    ? `${first} Of a sample of servers that are wrong under a condition only, its checks caught ${conditional}, and \`--explore\` ${explored} of the others.`
    : first
}

const countOf = { operations, companions, gaps, clauses, checks }
const counts = () =>
  Object.entries(countOf)
    .map(([name, all]) => `${Object.keys(all).length} ${name}`)
    .join(' · ')

const parts = {
  firstRun,
  firstRequest,
  help: () => helpTexts,
  shortFailure: () => failure('Clause', 'Request', 'Pointer', 'Expected', 'Actual', 'Run again', 'By hand'),
  failure: () => failure(),
  scoreSentence,
  counts,
  routes: routeTable,
  bodies: bodyList,
  faults: faultTable,
  operations: operationTable,
  companions: () => tableOf('Companion', companions),
  panelOperations: () => tableOf('Operation', panelOperations),
  gaps: gapTable,
  silent: silentTable,
  deviations: deviationTable,
  clauses: clauseLists,
}
const check = process.argv.includes('--check')

/** What pages quote of other programs, and their own terms. */
const foreign = [
  // GitHub
  'Report a vulnerability',
  'continue-on-error',
  'continue-on-error: true',
  // Docker
  ...['--publish', '--cap-drop', '--init', '--user', '--volume', '--network', 'PWD', 'enableServiceLinks'],
  // Node, TypeScript and test runners
  ...[
    'fsync',
    'node16',
    '--experimental-vm-modules',
    'JEST_WORKER_ID',
    'local-network-access',
    'jest-',
    'passthrough',
    'storybook dev',
    'setupNodeEvents',
    'fallback',
  ],
  // names in examples
  ...[
    'server-1',
    '_site',
    'fair',
    'name-of-test',
    'X-Nestbox-Sandbox: name',
    'X-Nestbox-Sandbox: name-of-test',
    'isSilent: true',
  ],
  // terms that pages explain
  ...['Inferred', 'Built in', 'Yours', 'Bare Koa', 'Pterodactyl', 'Unreleased'],
]

/** Names the quotations of the product that it does not say any more. */
function checkQuotes() {
  const files = execFileSync('git', ['ls-files'], { cwd: page('.'), encoding: 'utf8' })
    .trim()
    .split('\n')
  const isSource = (name) =>
    /\.(?:[cm]?[jt]sx?|json|txt|html|ya?ml)$|^Dockerfile$/.test(name) &&
    !/\.test\.|^package-lock|^docs\//.test(name)
  const sources = [...files, ...files.filter(isSource).map((name) => readFileSync(page(name), 'utf8'))].join(
    '\n',
  )
  const pages = readdirSync(page('docs/')).filter((name) => name.endsWith('.md'))
  const product = { sources, help: helpTexts }
  for (const name of [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'conformance/README.md',
    ...pages.map((name) => `docs/${name}`),
  ]) {
    for (const quote of staleQuotes(readFileSync(page(name), 'utf8'), product, foreign)) {
      console.error(
        `${name} quotes "${quote}", which Nestbox does not say: correct the page, or docs/write.mjs if the words are of another program.`,
      )
      process.exitCode = 1
    }
  }
}

for (const name of [
  'README.md',
  'conformance/README.md',
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

checkQuotes()
