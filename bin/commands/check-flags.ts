import { type Read, toggle } from '../flags.ts'
import { filled, integer, oneOf } from '../readers.ts'

const rate: Read<number> = (text) =>
  /^\d+(?:\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 10_000
    ? Number(text)
    : { must: 'be a number of requests a second, above 0 and up to 10000' }

const header: Read<readonly [name: string, value: string]> = (text) => {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) return { must: "be 'Name: value'" }
  return name.toLowerCase() === 'authorization'
    ? { must: 'not be Authorization: tokens come from the target, and the kit varies them' }
    : [name.toLowerCase(), value]
}

/** A report, and the file it goes to; stdout if there is none. */
export interface Wish {
  readonly name: string
  readonly file?: string
}

const reporter: Read<Wish> = (text) => {
  const [, name, file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? []
  return name === undefined
    ? { must: 'be <name> or <name>=<file>' }
    : { name, ...(file !== undefined && { file }) }
}

/** How a server is reached and judged, whichever command does it. */
export const mannerFlags = {
  timeout: { value: '<ms>', help: 'how long one answer may take [10000]', read: integer(1, 600_000) },
  rate: { value: '<number>', help: 'requests a second at the most [no limit]', read: rate },
  header: {
    value: '<header>',
    help: "'Name: value' to send with every request",
    list: 'by key',
    read: header,
  },
  ca: { value: '<file>', help: 'certificates (PEM) to trust', read: filled },
  insecure: { help: 'trust any certificate', read: toggle },
  strict: { help: 'null and absence fail in every field', read: toggle },
  'read-only': { help: 'send nothing that writes', read: toggle },
} as const

/** Everything that `check` takes. */
export const checkFlags = {
  target: { value: '<file>', help: 'target file, as `nestbox init` writes it [asked for]', read: filled },
  only: {
    value: '<pattern>',
    help: 'judge only these: an id, its beginning, or with *',
    list: true,
    read: filled,
  },
  skip: { value: '<pattern>', help: 'leave these out', list: true, read: filled },
  level: {
    value: '<level>',
    help: 'stated: what only follows by reading warns; inferred: it fails too [inferred]',
    read: oneOf(['stated', 'inferred'] as const),
  },
  known: { value: '<file>', help: 'deviations that are known and excused', read: filled },
  'write-known': { value: '<file>', help: 'write what failed as known deviations', read: filled },
  'allow-incomplete': { help: 'end with 0 even if something could not be judged', read: toggle },
  bail: { help: 'stop at the first failure', read: toggle },
  reporter: {
    value: '<name[=file]>',
    help: 'text, json, junit, html, markdown, github, har, tap, badge [text]',
    list: true,
    read: reporter,
  },
  'dry-run': { help: 'list what would be judged and send nothing', read: toggle },
  'wait-for': {
    value: '<seconds>',
    help: 'wait until the server answers anything',
    read: integer(0, 3600),
  },
  'max-time': {
    value: '<seconds>',
    help: 'end the run after so long, put things back and report',
    read: integer(1, 86_400),
  },
  'show-gaps': { help: 'list what the server does where the document is silent', read: toggle },
  verbose: { help: 'list the gaps, and the fields that were never seen', read: toggle },
  self: { help: 'start the mock and judge that', read: toggle },
  ...mannerFlags,
} as const
