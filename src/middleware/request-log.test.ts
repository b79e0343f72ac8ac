import type { Context } from 'koa'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Redaction } from '../journal/redact.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { askAllOperations } from '../testing/all-operations.ts'
import { type Service, startService } from '../testing/service.ts'
import { createLog, type LogLevel, logLevels } from '../util/log.ts'
import { requestLog } from './request-log.ts'

/** A log that keeps its lines. */
function kept(level: LogLevel) {
  const lines: string[] = []
  return { lines, log: createLog(level, (line) => lines.push(line)) }
}

async function start(level: LogLevel, options: NestboxOptions = {}): Promise<Service & { lines: string[] }> {
  const { lines, log } = kept(level)
  return { ...(await startService({ scenario: 'empty', log, ...options })), lines }
}

describe('the request log', () => {
  it.each([
    [200, ['info', 'debug']],
    [204, ['info', 'debug']],
    [302, ['info', 'debug']],
    [400, ['warn', 'info', 'debug']],
    [429, ['warn', 'info', 'debug']],
    [500, ['error', 'warn', 'info', 'debug']],
    [503, ['error', 'warn', 'info', 'debug']],
  ])('writes a response with %i at the levels %j', async (status, levels) => {
    const told = []
    for (const level of logLevels) {
      const { lines, log } = kept(level)
      // As much of a context as it reads.
      const state = { workspace: { redaction: () => new Redaction() } }
      const ctx = { method: 'GET', state, originalUrl: '/', status } as Context
      await requestLog(log)(ctx, async () => {})
      if (lines.length > 0) told.push(level)
    }
    expect(told).toEqual(levels)
  })

  it.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/_nestbox/health', 200],
    ['GET', '/_nestbox/state?sandbox=A', 422],
    ['OPTIONS', '/api/somewhere', 204],
    ['GET', '/api/somewhere?page=2&x=%20', 404],
    ['DELETE', '/api/application/users', 405],
    ['POST', '/~mine/api/application/users', 401],
  ])('has one line for %s %s: status %i and milliseconds', async (method, path, status) => {
    const { ask, lines } = await start('info')
    await ask(method, path)
    expect(lines).toHaveLength(1)
    const [line = ''] = lines
    expect(line.startsWith(`${method} ${path} ${status} `)).toBe(true)
    expect(line).toMatch(/ \d+\.\d ms$/)
  })

  it('that throws is reported as a warning, and fails no request', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const fail = () => {
      throw new Error('full')
    }
    const { ask, application } = await startService({
      scenario: 'empty',
      log: { isSilent: false, info: fail, warn: fail, error: fail },
    })
    const renamed = await ask('PATCH', '/api/application/nodes/1', {
      token: application,
      json: { name: 'x' },
    })
    expect([(await ask('GET', '/api/nothing')).status, renamed.status]).toEqual([404, 200])
    await expect.poll(() => warn.mock.calls.length).toBe(2)
    expect(warn).toHaveBeenCalledWith('The log of Nestbox failed: Error: full')
  })

  it('has one line for each of many simultaneous requests', async () => {
    const { ask, lines } = await start('info')
    await Promise.all(Array.from({ length: 20 }, (_, index) => ask('GET', `/api/${index}`)))
    const paths = lines.map((line) => line.split(' ')[1])
    expect(new Set(paths)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `/api/${index}`)))
    expect(paths).toHaveLength(20)
  })

  it('includes the time of a delay', async () => {
    const { ask, lines } = await start('info', { delay: [30, 30] })
    await ask('GET', '/api/somewhere')
    const [line = ''] = lines
    expect(Number(/ (\S+) ms$/.exec(line)?.[1])).toBeGreaterThan(28)
  })

  it.each(['info', 'debug'] as const)('has no token in any line at level %s', async (level) => {
    const service = await start(level)
    const { ask, application, root, user, lines } = service
    const wrong = 'ptlc_wrongwrongwrongwrongwrongwrongwrong'
    const replies = await askAllOperations(service)
    for (const token of [application, root, user, wrong]) {
      await ask('GET', '/api/admin/servers/1/mounts', { token })
      await ask('POST', '/api/application/users', { token, body: '{"email":' })
      await ask('DELETE', '/api/somewhere', { token })
      await ask('GET', '/_nestbox/target.json', { token, headers: { 'x-nestbox-control': token } })
      await ask('GET', '/', { token })
    }
    expect(lines).toHaveLength(replies.length + 4 * 5)
    for (const token of [application, root, user, wrong]) expect(lines.join('\n')).not.toContain(token)
  })

  it('has no configured token, wherever it was sent, and neither has the log of the control API', async () => {
    const tokens = { application: 'Chosen/by+hand=1', rootClient: 'mine', userClient: 'Another-chosen-1' }
    const controlToken = 'the/control+token'
    const service = await start('info', { tokens, controlToken })
    const sandbox = service.sandbox('mine')
    for (const token of [...Object.values(tokens), controlToken]) {
      const text = encodeURIComponent(token)
      for (const prefix of ['', '/~mine']) {
        await service.ask('GET', `${prefix}/api/admin/servers/1/mounts?q=${text}`, { token })
        await service.ask(
          'POST',
          `${prefix}/api/somewhere?q=${text.replace('%2F', '/').replace('%3D', '%3d')}&${text}`,
        )
      }
      await service.ask('POST', '/api/application/users', { token, json: { email: token, [token]: 'x' } })
    }
    await service.ask('GET', '/api/Chosen%2Fby%2Bhand%3d1/x')
    const logged = JSON.stringify([...service.requests(), ...sandbox.requests()])
    expect(service.requests().length + sandbox.requests().length).toBe(21)
    for (const text of [...service.lines, logged])
      expect(text).not.toMatch(/chosen|q=mine|control(?:\/|%2F)/i)
  })
})

describe('an internal error of the mock server', () => {
  it('is logged in full, and sent to the client as one sentence', async () => {
    let stopped = false
    const clock = (): string => {
      if (stopped) throw new Error('the clock has stopped')
      return '2026-06-01T12:00:00+00:00'
    }
    const { ask, root, lines } = await start('error', { clock })
    stopped = true
    const { status, text, json } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    expect(status).toBe(500)
    expect(json.errors[0].detail).toBe('The mock server failed; see its log.')
    expect(text).not.toContain('clock')
    const [story = '', line = ''] = lines
    expect(lines).toHaveLength(2)
    expect(story).toMatch(/^Error: the clock has stopped\n {4}at /)
    expect(line).toMatch(/^GET \/api\/admin\/servers\/1\/mounts 500 /)
    expect(lines.join('\n')).not.toContain(root)
  })
})
