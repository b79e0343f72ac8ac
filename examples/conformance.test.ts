// Uses the conformance kit as a library: checks a server in a test suite, and reads the findings as data.
import { startNestbox } from 'nestbox'
import { checks, choose, discoverTarget, exitCodes, readTarget, reporters, run } from 'nestbox/conformance'
import { expect, it } from 'vitest'

it('our server passes the checks of sections 4.4, 4.7 and 4.8', async () => {
  // In your suite, start your own server here, and read its target file with `readTargetFile('./target.json')`.
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

it('the verdict is incomplete if the target has no token for a check', async () => {
  const target = readTarget(
    { baseUrl: 'http://127.0.0.1:9', tokens: { userClient: 'secret' }, resources: { databaseHost: '1' } },
    'the target of this suite',
  )
  const { verdict } = await run({ target, checks: choose(checks, { only: ['4.8/response'] }) })
  // The check needs the token of a root administrator, so the kit sends no request.
  expect(verdict).toBe('incomplete')
})
