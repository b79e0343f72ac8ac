import { describe, expect, it } from 'vitest'
import { Events } from './events.ts'

describe('events', () => {
  it('reach all listeners, with the name of their sandbox', () => {
    const events = new Events()
    const heard: unknown[] = []
    for (const who of ['one', 'two'])
      events.subscribe(({ name, workspace, data }) => heard.push([who, name, workspace, data()]))
    events.publish('world', 'mine', () => 7)
    expect(heard).toEqual([
      ['one', 'world', 'mine', 7],
      ['two', 'world', 'mine', 7],
    ])
  })

  it('are created only if there are listeners', () => {
    const events = new Events()
    let made = 0
    const publish = () =>
      events.publish('gaps', undefined, () => {
        made += 1
        return made
      })
    publish()
    events.subscribe(() => {})
    publish()
    expect(made).toBe(0)
    events.subscribe(({ data }) => void data())
    publish()
    expect(made).toBe(1)
  })

  it('are one object for all listeners, which can cache data for it', () => {
    const events = new Events()
    const heard = new Set<unknown>()
    for (const _ of [1, 2]) events.subscribe((event) => heard.add(event))
    events.publish('gaps', undefined, () => ({}))
    expect(heard.size).toBe(1)
  })

  it('do not reach a listener that has unsubscribed', () => {
    const events = new Events()
    const heard: unknown[] = []
    const leave = events.subscribe(({ name }) => heard.push(name))
    leave()
    events.publish('world', undefined, () => 1)
    expect(heard).toEqual([])
  })

  it('end for the listeners that have not unsubscribed', () => {
    const events = new Events()
    const ended: string[] = []
    events.subscribe(
      () => {},
      () => ended.push('here'),
    )
    const leave = events.subscribe(
      () => {},
      () => ended.push('gone'),
    )
    leave()
    expect(events.hasEnded).toBe(false)
    events.end()
    expect([events.hasEnded, ended]).toEqual([true, ['here']])
  })
})
