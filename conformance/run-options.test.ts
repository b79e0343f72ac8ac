import { expect, it } from 'vitest'
import { checks } from './checks/index.ts'
import { type RunOptions, run } from './run.ts'
import type { Target } from './target/target.ts'

const target: Target = {
  ...{
    baseUrl: 'http://127.0.0.1:1',
    disposable: false,
    tokens: {},
    resources: {},
    requests: {},
    headers: {},
  },
}

it.each<[what: string, options: Partial<RunOptions>, message: string]>([
  ['no checks', { checks: [] }, 'The option `checks` must be a list of one check or more'],
  ['a rate of 0', { rate: 0 }, 'The option `rate` must be a number from 0.001 to 10000'],
  [
    'a known deviation that expires on an invalid day',
    { known: [{ id: '4.7/page', reason: 'later', expires: 'tomorrow' }] },
    'The option `known[0].expires` must be a day',
  ],
  [
    'a known deviation of a check that does not exist',
    { known: [{ id: '4.7/respnse', reason: 'later' }] },
    'The option `known`: No check has an id like "4.7/respnse"; did you mean 4.7/response?',
  ],
  // A caller without types may pass any value.
  ['another level', JSON.parse('{"level":"statd"}'), 'The option `level` must be one of stated, inferred'],
  ['other requests', JSON.parse('{"requests":"all"}'), 'The option `requests` must be one of needed, own'],
  ['a switch that is a text', JSON.parse('{"readOnly":"no"}'), 'The option `readOnly` must be true or false'],
  [
    'an exploration without requests',
    { explore: { requests: 0, seed: 'none' } },
    'The option `explore.requests` must be an integer from 1',
  ],
  ['a timeout that is too long for a timer', { timeout: 2 ** 31 }, 'The option `timeout` must be'],
  [
    'a target without a host',
    { target: { ...target, baseUrl: 'http://' } },
    'The option `target.baseUrl` must be a URL',
  ],
  [
    'a target with an invalid host',
    { target: { ...target, baseUrl: 'http://1.2.3.4.5' } },
    'The option `target.baseUrl` must have a host that a URL can have',
  ],
])('a run refuses %s', async (_, options, message) => {
  await expect(run({ target, checks: checks.slice(0, 1), ...options })).rejects.toThrow(message)
})
