// The kit as a library: judge a server inside a suite of your own, and read the findings as data.
import { startNestbox } from 'nestbox'
import { checks, choose, discoverTarget, exitCodes, readTarget, reporters, run } from 'nestbox/conformance'
import { expect, it } from 'vitest'

it('judges a server by all of its lists', async () => {
  // In your suite this is your server, and `readTargetFile('./target.json')` reads what you promise of it.
  const server = await startNestbox()
  try {
    const target = await discoverTarget(server.url)

    const findings = await run({ target, checks: choose(checks, { only: ['4.4', '4.7', '4.8'] }) })

    expect(findings.results.filter(({ status }) => status !== 'pass')).toEqual([])
    expect(exitCodes[findings.verdict]).toBe(0)
    const report = reporters.markdown(findings, { version: '1.0.0', command: 'npm test' })
    expect(report).toContain('4.7')
  } finally {
    await server.close()
  }
})

it('takes a target that is written down in the suite', async () => {
  const target = readTarget(
    { baseUrl: 'http://127.0.0.1:9', tokens: { userClient: 'secret' }, resources: { databaseHost: '1' } },
    'the target of this suite',
  )
  const { verdict } = await run({ target, checks: choose(checks, { only: ['4.8/answer'] }) })
  // There is no root administrator's token, so nothing was even asked.
  expect(verdict).toBe('incomplete')
})
