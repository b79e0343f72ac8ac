import { describe, expect, it } from 'vitest'
import { indentedJson, markedJson } from './marked-json.ts'

const body = { object: 'list', data: [{ a: 1, 'x/y': { deep: null } }, {}, []], meta: { total: 3 } }

const whole = (pointer: string): string => {
  const { before, line, after } = markedJson(body, pointer)
  return [before, line, after].filter((part) => part !== '').join('\n')
}

describe('a JSON body with a marked place', () => {
  it.each(['', '/data', '/data/0/a', '/not/there'])('is formatted: %s', (pointer) => {
    expect(whole(pointer)).toBe(JSON.stringify(body, undefined, 2))
  })

  it.each<[pointer: string, line: string]>([
    ['', '{'],
    ['/object', '  "object": "list",'],
    ['/data/0/a', '      "a": 1,'],
    ['/data/0/x~1y/deep', '        "deep": null'],
    ['/data/1', '    {},'],
    ['/meta', '  "meta": {'],
    ['/meta/total', '    "total": 3'],
    ['/meta/missing', '  "meta": {'],
    ['/data/7/missing', '  "data": ['],
  ])('has the line of %s', (pointer, line) => {
    expect(markedJson(body, pointer).line).toBe(line)
  })

  it('has only the lines around it, and the number of the others', () => {
    const long = Array.from({ length: 5000 }, (_, at) => at)
    const { before, line, after } = markedJson(long, '/2500')
    expect(line).toBe('  2500,')
    expect(before).toMatch(/^… 2,495 lines before\n {2}2494,\n/)
    expect(after).toMatch(/\n {2}2518,\n… 2,482 lines after$/)
  })

  it('has little indentation if it is nested deeply', () => {
    const numbers = Array(90_000).fill(1)
    const text = `${'['.repeat(985)}${numbers.join(',')}${']'.repeat(985)}`
    const deep = JSON.parse(text)
    expect(indentedJson(deep).length).toBeLessThan(40 * text.length)
    expect(markedJson(deep, '/0'.repeat(985)).after.length).toBeLessThan(3_000)
    expect(JSON.parse(indentedJson(deep))).toEqual(deep)
  })
})
