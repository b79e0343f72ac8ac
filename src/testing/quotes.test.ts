import { expect, it } from 'vitest'
import { staleQuotes } from './quotes.ts'

const product = {
  sources:
    "say('prerequisite: ' + id)\nheading('Left behind')\n'Cache-Control', 'no-store'\ngaps.keep_it.startTime nestbox",
  help: '--port <number>  port to listen on (default: 4141)',
}

it.each<[what: string, page: string, stale: string[]]>([
  [
    'nothing if all quotes are in the code',
    '`nestbox --port 0`, *Left behind*, `Cache-Control: no-store`',
    [],
  ],
  ['an unknown flag', 'with `nestbox --prot 0`', ['--prot']],
  ['a part of a flag', 'with `--por`', ['--por']],
  ['an unknown name', 'the option `startTimes`', ['startTimes']],
  ['an unknown heading', 'under *Left over*', ['Left over']],
  ['a heading over a line break', 'under *Left\nover*', ['Left\nover']],
  ['nothing of a message with another id', '`prerequisite: 4.7/keep_it` means', []],
  ['an unknown message', '`say: prerequisite 4.7` means', ['say: prerequisite 4.7']],
  ['nothing of another program', '`docker run --rm`, `npm start`', []],
  ['nothing of the list of foreign quotes', '`Rest --port` and *Others*', []],
  ['nothing of code blocks', 'text\n```sh\nfrobnicate --all\n```\n', []],
  ['nothing of generated parts', '<!-- help -->\n`--all`\n<!-- end -->', []],
])('finds %s', (_, page, stale) => {
  expect(staleQuotes(page, product, ['Rest', 'Others'])).toEqual(stale)
})
