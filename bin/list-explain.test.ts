import { describe, expect, it } from 'vitest'
import { checks } from '../conformance/checks/index.ts'
import { allOperations } from '../src/contract/companions.ts'
import { clauses, deviationIds, gaps } from '../src/contract/index.ts'
import { runHere } from './testing/run-here.ts'

const ids = {
  checks: checks.map(({ id }) => id),
  clauses: clauses.map(({ id }) => id),
  gaps: Object.keys(gaps),
  operations: Object.keys(allOperations),
  deviations: deviationIds,
}

const levels = {
  checks: /^(?:stated|inferred)$/,
  clauses: /^(?:stated|inferred)$/,
  gaps: /^(?:settable|silent)$/,
  operations: /^(?:document|companion|panel)$/,
  deviations: /^(?:panel|single)$/,
}

const idsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0])

describe('list', () => {
  it.each(['checks', 'clauses', 'gaps', 'operations', 'deviations'] as const)(
    'prints all %s, one per line or as JSON',
    async (word) => {
      const text = await runHere(['list', word])
      const json = await runHere(['list', word, '--json'])
      expect(idsIn(text.stdout)).toEqual(ids[word])
      const rows = JSON.parse(json.stdout) as { id: string; level: string; title: string; section: string }[]
      expect(rows.map(({ id }) => id)).toEqual(ids[word])
      for (const row of rows) {
        expect(row.level).toMatch(levels[word])
        expect(row.title).not.toBe('')
      }
      expect([text.code, json.code]).toEqual([0, 0])
    },
  )

  it('prints everything without an argument', async () => {
    const { stdout } = await runHere(['list'])
    expect(idsIn(stdout).filter((id) => id !== '' && !((id as string) in ids))).toEqual(
      Object.values(ids).flat(),
    )
    expect(Object.keys(JSON.parse((await runHere(['list', '--json'])).stdout))).toEqual(Object.keys(ids))
  })

  it('refuses an unknown list', async () => {
    const { code, stderr } = await runHere(['list', 'birds'])
    expect([code, stderr]).toEqual([
      2,
      'nestbox: Unknown list "birds"; the lists are checks, clauses, gaps, operations, deviations.\n',
    ])
  })
})

describe('explain', () => {
  it.each<[id: string, lines: string[]]>([
    [
      '4.7/per-page-maximum',
      [
        'section    4.7 List server backups',
        'level      stated',
        'clause     4.7#per-page-maximum: A page holds at most 50 backups.',
        'ignored    whether a larger `per_page` is refused or cut down',
        'run it     npx nestbox check --target <file> --only 4.7/per-page-maximum',
      ],
    ],
    [
      '4.1/persists',
      [
        'pin        values that suit the server, with `requests.updateNode` of the target file',
        'excuse it  { "id": "4.1/persists", "reason": "..." } in a list in a file, with --known <file>',
      ],
    ],
    ['4.7#per-page-maximum', ['A page holds at most 50 backups.', 'judged by  4.7/per-page-maximum: ']],
    [
      'page.over-maximum',
      [
        'What happens if a request asks for more than 50 backups per page?',
        'section    8 Limits',
        'judged     never',
        'choice     clamp: The page holds 50. (the default)',
        'choice     clamp-to-100: ',
        'the choice of the real panel',
      ],
    ],
    ['page.past-end', ['section    2.1.5 Envelopes', '(the default, the choice of the real panel)']],
    [
      'tags-without-meta',
      [
        'breaks     2.4#meta-resource: ',
        'judged by  2.4/meta-resource: ',
        'set it     npx nestbox --deviate tags-without-meta',
        '--deviate panel',
      ],
    ],
    ['4.1#updates-description', ['deviation  description-before-update: ']],
    ['events', ['judged     never', 'none; clients cannot observe it']],
  ])('%s', async (id, lines) => {
    const { stdout, code } = await runHere(['explain', id])
    expect(stdout.startsWith(`${id}: `)).toBe(true)
    for (const line of lines) expect(stdout).toContain(line)
    expect(code).toBe(0)
  })

  it.each<[id: string, like: string]>([
    ['per-page-maximum', '4.7/per-page-maximum'],
    ['4.7/per-page-maximun', '4.7/per-page-maximum'],
    ['page.over-maximun', 'page.over-maximum'],
    ['5/create-user-refuses', '5/create-user-refuses-garbage'],
  ])('refuses %s, and suggests similar ids', async (id, like) => {
    const { stderr, stdout, code } = await runHere(['explain', id])
    expect(stderr).toMatch(/^nestbox: Unknown id ".+"; did you mean .+\?\n$/)
    expect(stderr).toContain(like)
    expect([stdout, code]).toEqual(['', 2])
  })

  it('lists the clauses, checks and gaps of a section', async () => {
    const { stdout, code } = await runHere(['explain', '8'])
    expect(code).toBe(0)
    expect(stdout).toContain('8 Limits')
    expect(stdout).toContain('page.over-maximum')
    const backups = await runHere(['explain', '4.7'])
    expect(backups.stdout).toContain('4.7#per-page-maximum: A page holds at most 50 backups.')
    expect(backups.stdout).toContain('4.7/per-page-maximum: serves at most 50 backups a page')
  })

  it('refuses a missing id, and an id without similar ones', async () => {
    expect(await runHere(['explain'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/ a section \(4\.7\), a check .*`nestbox list` shows them\.\n$/),
    })
    const { code, stderr } = await runHere(['explain', 'zzz'])
    expect([code, stderr]).toEqual([2, 'nestbox: Unknown id "zzz"; see `nestbox list`.\n'])
  })
})
