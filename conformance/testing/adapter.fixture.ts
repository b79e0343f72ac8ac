import { discoverTarget } from '../target/discover.ts'
import { conformanceTests } from '../vitest.ts'
import { ended, type Row, refused, rows, stopped, unreachable, unselected } from './adapter.rows.ts'

const { FIXTURE_BROKEN: broken = '', FIXTURE_MOCK: mock = '' } = process.env

const play = ({ target, options }: Row, url: string): void =>
  conformanceTests(async () => target(await discoverTarget(url)), options)

// `vitest.test.ts` runs these tests: against a mock server that breaks a clause, without a server, without a token, and without time.
for (const [at, row] of rows.entries()) play(row, `${broken}/~vitest-${at}`)
play(unreachable, mock)
play(refused, mock)
play(ended, `${mock}/~ended`)
play(stopped, `${mock}/~stopped`)
play(unselected, `${mock}/~unselected`)
