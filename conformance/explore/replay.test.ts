import { describe, expect, it } from 'vitest'
import { jsonInUtf8 } from '../client/exchange.ts'
import { unknownId } from '../judge/sent-values.ts'
import { BadInput, type Target } from '../target/target.ts'
import { mustBeOf, readReplay } from './replay.ts'

const step = {
  operation: 'updateNode',
  subject: 'node',
  named: 1,
  credential: 'rootClient',
  fields: { memory: 0 },
}

const report = {
  kit: { name: 'nestbox', version: '1.0.0' },
  target: 'http://localhost:8080',
  exploration: { seed: 'a', resources: { node: 1 } },
  results: [
    { id: '4.1/persists', status: 'fail', steps: [step, { pause: 1000 }, { burst: [step, step] }] },
    { id: '4.1/response', status: 'pass' },
  ],
}

const target: Target = {
  baseUrl: 'http://localhost:8080',
  disposable: true,
  tokens: {},
  resources: { node: 1 },
  requests: {},
  headers: {},
}

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof BadInput) return error.message
    throw error
  }
  return 'accepted'
}

const withSteps = (steps: unknown) => ({ ...report, results: [{ id: '4.1/persists', steps }] })

describe('a file for --replay', () => {
  it('has the steps of each finding', () => {
    const { findings } = readReplay(JSON.stringify(report), 'report.json')
    expect(findings).toEqual([{ check: '4.1/persists', steps: report.results[0]?.steps }])
  })

  it('can have bodies in another notation, and sizes of pages in other forms', () => {
    const steps = [
      { ...step, isReversed: true, headers: { 'content-type': jsonInUtf8 } },
      { ...step, operation: 'listServerBackups', query: { per_page: [5, 60] } },
    ]
    expect(readReplay(JSON.stringify(withSteps(steps)), 'a.json').findings[0]?.steps).toEqual(steps)
  })

  it.each<[string, unknown, RegExp]>([
    ['an array', [], /is not a JSON report of nestbox/],
    ['a report of another tool', { ...report, kit: { name: 'other' } }, /is not a JSON report of nestbox/],
    ['a report without an exploration', { ...report, exploration: undefined }, /without --explore/],
    [
      'an empty exploration',
      { ...report, exploration: {} },
      /is damaged: The `exploration` must have the field `resources`: an object\.$/,
    ],
    ['a report without a finding', { ...report, results: [] }, /holds no finding/],
    [
      'an unknown operation',
      withSteps([{ ...step, operation: 'deleteNode' }]),
      /is damaged: The `results\[0\]\.steps\[0\]\.operation` (?:must|cannot) be /,
    ],
    [
      'an unknown credential',
      withSteps([{ ...step, credential: 'rm -rf' }]),
      /is damaged: The `results\[0\]\.steps\[0\]\.credential` must be /,
    ],
    ['an unknown field of a step', withSteps([{ ...step, url: 'http://elsewhere' }]), /is damaged/],
    ['a header with a token', withSteps([{ ...step, headers: { authorization: 'Bearer a' } }]), /is damaged/],
    ['a pause of an hour', withSteps([{ pause: 3_600_000 }]), /is damaged/],
    ['steps that are not a list', withSteps('all'), /is damaged/],
  ])('is refused in one sentence if it is %s', (_, content, words) => {
    const message = refusal(() => readReplay(JSON.stringify(content), 'report.json'))
    expect(message).toMatch(words)
    expect(message).toMatch(/^--replay: report\.json [^\n]*[.?]$/)
  })

  it('is refused if it is incomplete', () => {
    expect(refusal(() => readReplay(JSON.stringify(report).slice(0, -9), 'a.json'))).toMatch(
      /^--replay: a\.json is not JSON: it ends too early, at line 1, column \d+\.$/,
    )
  })

  it.each<[string, Partial<Target>, RegExp]>([
    ['another server', { baseUrl: 'http://localhost:9090' }, /is about http:\/\/localhost:8080, not about/],
    ['other resources', { resources: { node: 2 } }, /other resources/],
    ['a server that is not disposable', { disposable: false }, /"disposable": true/],
  ])('is refused for %s', (_, other, words) => {
    const replay = readReplay(JSON.stringify(report), 'report.json')
    expect(refusal(() => mustBeOf(replay, { ...target, ...other }, 'report.json'))).toMatch(words)
    expect(refusal(() => mustBeOf(replay, target, 'report.json'))).toBe('accepted')
  })

  it.each<[string, object]>([
    ['another node', { ...step, named: 2 }],
    ['another node with unknown values', { ...step, subject: 'nobody', named: 2 }],
    ['a node with unknown values', { ...step, subject: 'another', named: 2 }],
    ['a node that the target does not have', { ...step, subject: 'otherNode', named: 2 }],
    ['a path below the node', { ...step, named: '1/../2' }],
    ['a server of the target as a node', { ...step, subject: 'server' }],
    ['one of several simultaneous requests', { burst: [step, { ...step, named: 2 }] }],
  ])('is refused if it would write to %s', (_, strange) => {
    const replay = readReplay(JSON.stringify(withSteps([step, strange])), 'a.json')
    expect(refusal(() => mustBeOf(replay, target, 'a.json'))).toMatch(
      /^--replay: a\.json has a request of "Update node" for "[^"]+", which this target does not name as \w+\.$/,
    )
  })

  it('can name unknown resources', () => {
    const replay = readReplay(
      JSON.stringify(withSteps([{ ...step, subject: 'nobody', named: unknownId }])),
      'a.json',
    )
    expect(refusal(() => mustBeOf(replay, target, 'a.json'))).toBe('accepted')
  })
})
