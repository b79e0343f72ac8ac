import { describe, expect, it } from 'vitest'
import { Ending } from './ending.ts'
import { type Hint, isComeBack, RetryBudget, untilAskedAgain } from './retry-budget.ts'

const busy = (headers: Hint['headers'] = {}, status = 429): Hint => ({ status, headers })

/** Time that passes when it is waited for, and is counted. */
function clock() {
  const waits: number[] = []
  const pause = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
  }
  return { waits, pause, passed: () => waits.reduce((sum, each) => sum + each, 0) }
}

describe('a server asks the kit to wait', () => {
  it.each<[what: string, hint: Hint, wants: boolean]>([
    ['with 429', busy(), true],
    ['with 429 and Retry-After', busy({ 'retry-after': '2' }), true],
    ['with 503 and Retry-After', busy({ 'retry-after': '2' }, 503), true],
    ['not with 503 only', busy({}, 503), false],
    ['not with another refusal and Retry-After', busy({ 'retry-after': '2' }, 403), false],
    ['not with success', busy({}, 200), false],
  ])('%s', (_, hint, wants) => expect(isComeBack(hint)).toBe(wants))
})

describe('the kit repeats a request', () => {
  it.each<[what: string, headers: Hint['headers'], milliseconds: number]>([
    ['after the number of seconds in Retry-After', { 'retry-after': '7' }, 7000],
    ['at once if Retry-After is 0', { 'retry-after': '0' }, 0],
    [
      'at the time in Retry-After, by the clock of the server',
      { 'retry-after': 'Wed, 01 Jan 2020 00:00:30 GMT', date: 'Wed, 01 Jan 2020 00:00:10 GMT' },
      20_000,
    ],
    ['at once if that time has passed', { 'retry-after': new Date(0).toUTCString() }, 0],
    ['after a second without Retry-After', {}, 1000],
    ['after a second if Retry-After is invalid', { 'retry-after': 'soon' }, 1000],
  ])('%s', (_, headers, milliseconds) => expect(untilAskedAgain(busy(headers), 1)).toBe(milliseconds))

  it('at increasing intervals if the server never says when, or says 0 and refuses again', () => {
    const steps = (headers: Hint['headers']) =>
      [1, 2, 3, 4, 5, 6].map((attempt) => untilAskedAgain(busy(headers), attempt))
    expect(steps({})).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(steps({ 'retry-after': '0' })).toEqual([0, 1000, 2000, 4000, 8000, 15_000])
    expect(steps({ 'retry-after': '2' })).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
  })

  it('by the clock of this machine if the server sends no date', () => {
    const moment = new Date(Date.now() + 30_000).toUTCString()
    const milliseconds = untilAskedAgain(busy({ 'retry-after': moment }), 1)
    expect(milliseconds).toBeGreaterThan(25_000)
    expect(milliseconds).toBeLessThanOrEqual(30_000)
  })
})

describe('the retry budget', () => {
  it('ends after 90 seconds without a response, and is not spent on longer waits', async () => {
    const { pause, passed } = clock()
    const budget = new RetryBudget(new Ending({}, pause))
    expect(await budget.wait(90_001)).toBe(false)
    while (await budget.wait(7000));
    expect(passed()).toBe(84_000)
  })

  it('is renewed by a response, but ends after ten minutes in all', async () => {
    const { pause, passed } = clock()
    const budget = new RetryBudget(new Ending({}, pause))
    while (await budget.wait(60_000)) budget.refresh()
    expect(passed()).toBe(600_000)
  })

  it.each([429, 503])('is not renewed for the time of requests that were given up: %i', async (status) => {
    const { pause, passed } = clock()
    const budget = new RetryBudget(new Ending({}, pause))
    for (const after of ['30', '25', '1']) {
      for (
        let attempt = 1;
        await budget.mayRepeat(busy({ 'retry-after': after }, status), attempt).catch(() => false);
      )
        attempt += 1
      budget.refresh()
    }
    expect(passed()).toBe(90_000)
  })

  it('ends when its signal is aborted, during a wait, and allows no waits afterwards', async () => {
    const controller = new AbortController()
    const budget = new RetryBudget(new Ending(controller, () => new Promise(() => {})))
    const waiting = budget.wait(1000)
    controller.abort()
    expect([await waiting, await budget.wait(1)]).toEqual([false, false])
  })
})
