import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as library from '../src/index.ts'

/** Every class with a superclass; `next` is the line after `class Name extends Parent {`. */
const classes = ['src', 'bin', 'conformance']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bclass (\w+) extends (\w+).*\n(.*)/g)].map(
      ([, name = '', parent = '', next = '']) => ({ name, parent, next, file }),
    ),
  )

/** Direct and indirect subclasses of `Error`. */
function errorsBelow(parent: string): typeof classes {
  const direct = classes.filter((each) => each.parent === parent)
  return [...direct, ...direct.flatMap(({ name }) => errorsBelow(name))]
}

const errors = errorsBelow('Error')

it('this test finds the error classes', () => {
  expect(errors.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ApiError', 'BadFault', 'BadShareFile', 'UnknownGapSetting', 'UsageError']),
  )
})

// Stack traces and logs show the name of an error, which is `Error` unless its class sets it.
it.each(errors)('the error class $name in $file sets its name', ({ name, next }) => {
  expect(next.trim()).toMatch(new RegExp(`^override readonly name(: string)? = '${name}'$`))
})

it.each(
  ['src/nestbox.ts', 'src/sandboxes/sandbox.ts'].flatMap((file) =>
    // The tag ends at the next one, or with the comment.
    [...readFileSync(file, 'utf8').matchAll(/@throws [^@]*?\*\//g)].flatMap(([tag]) =>
      errors.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(tag)),
    ),
  ),
)('the library exports %s, which its operations throw', (name) => {
  expect(library).toHaveProperty(name)
})
