import * as Type from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { expect, it, onTestFinished, vi } from 'vitest'
import { GapSettings } from '../../gaps/gap-settings.ts'
import { bodyReader, checker } from './fields.ts'

/** As large as bodies get, and another object each time, as when a gap is turned. */
const large = () =>
  Type.Object(
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, Type.String({ maxLength: at })])),
  )

it('compiles each schema once, although every change of a gap setting creates it again', async () => {
  const compile = vi.spyOn(Ajv.prototype, 'compile')
  onTestFinished(() => compile.mockRestore())
  for (let count = 0; count < 100; count += 1) await checker(large())
  expect(compile).toHaveBeenCalledTimes(1)
})

it('distinguishes schemas that differ in one keyword', async () => {
  const [short, long] = [
    await checker(Type.String({ maxLength: 1 })),
    await checker(Type.String({ maxLength: 2 })),
  ]
  expect([short('ab').length, long('ab').length]).toEqual([1, 0])
})

it.each([
  ['all errors of a body with 999 fields', 999, 999],
  ['only the first error of a body with more than a thousand values', 1_000, 1],
])('reports %s', async (_, count, errors) => {
  const check = await checker(Type.Record(Type.String(), Type.String()))
  const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 1]))
  expect(check(fields)).toHaveLength(errors)
  expect(check(fields)[0]).toEqual({
    field: 'field0',
    rule: 'string',
    detail: 'The `field0` must be a string.',
  })
})

it('ignores very many unknown fields in linear time', async () => {
  const read = await bodyReader(Type.Object({ name: Type.String() }))
  const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`field${at}`, 1]))
  expect(read({ ...unknown, name: 'x' }, new GapSettings().gap)).toEqual({ name: 'x' })
})
