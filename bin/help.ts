import { wrapped } from '../conformance/report/printable.ts'
import type { Flag } from '../src/options/types.ts'

const width = 80

/** The flags of every command. */
const common: readonly Row[] = [
  ['  -h, --help', 'show this help'],
  ['  -v, --version', 'show the version'],
]

type Row = readonly [flag: string, help: string]

/** The flags of a command for its help: two columns in lines of 80 characters. */
export function describe(flags: Readonly<Record<string, Flag>>): string {
  const rows = [...Object.entries(flags).map(([name, flag]) => rowOf(name, flag)), ...common]
  const column = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows
    .map(([left, help]) => left.padEnd(column) + wrap(help, width - column).join(`\n${' '.repeat(column)}`))
    .join('\n')
}

function rowOf(name: string, { short, placeholder, help, repeats, default: value }: Flag): Row {
  const notes = [
    ...(value === undefined ? [] : [`default: ${value}`]),
    ...(repeats ? ['can be repeated'] : []),
  ]
  const left = `  ${short ? `-${short}, ` : '    '}--${name}${placeholder ? ` ${placeholder}` : ''}`
  return [left, [help, ...notes.map((note) => `(${note.replaceAll(' ', unbroken)})`)].join(' ')]
}

/** A non-breaking space. */
const unbroken = '\u00A0'

const wrap = (text: string, most: number): string[] =>
  wrapped(text, most).map((line) => line.replaceAll(unbroken, ' '))
