import { expect } from 'vitest'
import type { RawReply } from '../../src/testing/raw.ts'

/** Traces of the implementation, which no message for a client may contain. */
const internals =
  /\n\s+at |node_modules|node:internal|file:\/\/|\.[tj]s:\d|\b(?:Type|Range|Syntax|Reference)Error\b|Cannot read prop|is not a function|is not iterable|\[object |call stack/

/** Expects one or more whole sentences without any trace of the implementation. */
export function expectSentence(text: unknown): void {
  expect(text).toBeTypeOf('string')
  expect(text).toMatch(/^[A-Z"/`]/)
  expect(text).toMatch(/[.?]$/)
  expect(text).not.toMatch(internals)
}

/** The form of an error response: a choice of the gap `error.body`, or that of the control API. */
export type Form = 'panel' | 'problem' | 'empty' | 'control'

const types: Readonly<Record<Form, string | undefined>> = {
  panel: 'application/json',
  problem: 'application/problem+json',
  empty: undefined,
  control: 'application/problem+json',
}

/** Expects what holds for every response: no 5xx, and an error in its form with a sentence that says what was wrong. */
export function expectInvariants({ status, headers, body }: RawReply, form: Form, method = 'GET'): void {
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  if (status < 400 || method === 'HEAD') return
  expect(headers['content-type']).toBe(types[form])
  const text = body.toString()
  if (form === 'empty') {
    expect(text).toBe('')
    return
  }
  const json = JSON.parse(text)
  if (form === 'panel') {
    expect(Object.keys(json)).toEqual(['errors'])
    expect(json.errors.length).toBeGreaterThan(0)
    for (const error of json.errors) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^\w+$/), status: String(status) })
      expectSentence(error.detail)
    }
    return
  }
  expect(json).toMatchObject({ type: 'about:blank', title: expect.any(String), status })
  expectSentence(json.detail)
}
