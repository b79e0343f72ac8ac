import { expect, it } from 'vitest'
import { startService } from '../testing/service.ts'

const checksum = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
const time = expect.stringMatching(/^2\d{3}-/)

it.each([
  ['unfinished', { running: [null, null], failed: [checksum, time] }],
  ['filled', { running: [checksum, time], failed: [checksum, time] }],
  ['null', { running: [null, null], failed: [null, time] }],
] as const)(
  'a backup in progress has the values of the gap nulls=%s, and a failed one too',
  async (nulls, { running, failed }) => {
    const service = await startService({ scenario: 'empty', gaps: { nulls } })
    const [server] = service.world.tables.servers.rows()
    await service.add.backup({ of: 1, is_successful: false, checksum: null, completed_at: null })
    await service.add.backup({ of: 1, is_successful: false, checksum: null })
    const { json } = await service.ask('GET', `/api/client/servers/${server?.uuid}/backups`, {
      token: service.root,
    })
    const shown = json.data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes['checksum'],
      attributes['completed_at'],
    ])
    expect(shown).toEqual([running, failed])
  },
)
