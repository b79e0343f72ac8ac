import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const roots = [
  'src/contract',
  'src/control',
  'src/eggs',
  'src/faults',
  'src/gaps',
  'src/routes',
  'src/store',
  'src/util',
]

const files = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)))
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('src/console/client'),
  )
  .filter((file) => /\bclass \w+ extends \w+/.test(readFileSync(file, 'utf8')))

type ErrorClass = new (...args: readonly unknown[]) => Error

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && value.prototype instanceof Error

const classes = (
  await Promise.all(
    files.map(async (file) => {
      const exported: object = await import(pathToFileURL(resolve(file)).href)
      return Object.entries(exported).filter(([, value]) => isErrorClass(value))
    }),
  )
).flat() as (readonly [name: string, made: ErrorClass])[]

it('finds the error classes', () => {
  expect(classes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['BadFault', 'BadShareFile', 'UnknownGapSetting']),
  )
})

// Stack traces and logs show the name of an error, which is `Error` unless its class sets it.
it.each(classes)('%s has its own name', (name, Made) => {
  expect(new Made('internal', 'A sentence.').name).toBe(name)
})
