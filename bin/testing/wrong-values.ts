import type { serveFlags } from '../serving/flags.ts'

/** Values that `serve` refuses, for every flag it has; a switch takes none as an argument, so these are for its variable. */
export const wrongValues: Readonly<Record<keyof typeof serveFlags, readonly string[]>> = {
  port: ['http', '-1', '65536', '1.5', '0x10', '1e3', ' 80', ''],
  host: ['', '  '],
  'base-url': [
    'panel.example.com',
    'ftp://panel.example.com',
    'http://',
    'http://a.example/?b=1',
    'http://[a]',
  ],
  seed: ['', '  '],
  scale: ['0', '10001', 'many'],
  scenario: ['Demo', 'none', ''],
  data: ['', '  '],
  gaps: ['strict', 'grease', 'grease:'],
  gap: ['page.over-maximum', 'page.over-maximum=perhaps', 'no.such=gap', 'toString=x', 'units.memory=x', '='],
  token: [
    'application',
    'application=',
    'admin=secret',
    'application=with space',
    `application=${'x'.repeat(257)}`,
  ],
  now: ['yesterday', '12:00', '2026-13-01', '2026-02-30', '2026-06-01T25:00:00Z', '1780000000'],
  delay: ['-5', '1s', '800..200', '..5', '600001', '1.5', ''],
  faults: ['slow', 'Flaky', 'flaky,none', ''],
  'cors-origin': ['*', 'null', 'localhost:5173', 'http://localhost:5173/'],
  'control-token': ['', '  '],
  'allowed-host': ['', '  '],
  'log-level': ['loud', 'INFO', ''],
  'no-cors': ['maybe'],
  'no-control': ['2'],
  quiet: ['-'],
}
