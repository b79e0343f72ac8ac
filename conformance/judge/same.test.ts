import { describe, expect, it } from 'vitest'
import { isSame } from './same.ts'

describe('two values of a field', () => {
  it.each<[what: string, field: string, one: unknown, other: unknown]>([
    ['two formats of one time', 'created_at', '2026-01-02T03:04:05+00:00', '20260102T050405+0200'],
    [
      'a command and its template',
      'container.startup_command',
      'java -Xmx{{MEMORY}}M -jar a.jar',
      'java -Xmx512M -jar a.jar',
    ],
    ['two cases of an e-mail address', 'email', 'A@Example.com', 'a@example.com'],
    ['two references of an image', 'container.image', 'example/x:1', 'docker.io/example/x:1'],
    ['an image without a namespace', 'docker_image', 'alpine', 'index.docker.io/library/alpine:latest'],
    ['images of labels', 'docker_images', { A: 'docker.io/library/alpine' }, { A: 'alpine:latest' }],
    ['two cases of a UUID', 'uuid', 'ABCD', 'abcd'],
    ['two normal forms of Unicode', 'description', 'Cafe\u0301', 'Caf\u00e9'],
    ['line ends of three systems', 'script.install', 'a\r\nb\rc', 'a\nb\nc'],
    ['an empty string and null', 'description', '', null],
    ['keys in another order', 'limits', { a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }],
    [
      'a time within an object',
      'any',
      { created_at: '2026-01-02T03:04+00' },
      { created_at: '20260102T0304+00' },
    ],
    ['a time with a fraction', 'created_at', '2026-01-02T03:04:05.123456+00:00', '2026-01-02T04:04:05+01:00'],
    ['equal lists', 'features', ['a', 'b'], ['a', 'b']],
  ])('are the same: %s', (_, field, one, other) => {
    expect([isSame(field, one, other), isSame(field, other, one)]).toEqual([true, true])
  })

  it.each<[what: string, field: string, one: unknown, other: unknown]>([
    ['two cases of a name', 'name', 'A', 'a'],
    ['a command and the template of another', 'container.startup_command', 'java {{FILE}} -x', 'java a.jar'],
    ['images of two registries', 'image', 'example/x:1', 'ghcr.io/example/x:1'],
    ['an image within a registry', 'image', 'registry.example/x:1', 'docker.io/registry.example/x:1'],
    ['an image of this machine', 'image', 'localhost/x', 'docker.io/localhost/x'],
    ['two tags of an image', 'image', 'alpine', 'alpine:3'],
    ['one line and two', 'description', 'a b', 'a\r\nb'],
    ['one empty line and none', 'description', 'a\n\nb', 'a\r\nb'],
    ['a name and its template', 'name', 'a {{b}}', 'a c'],
    ['a number and its string', 'id', 1, '1'],
    ['zero and null', 'memory', 0, null],
    ['false and null', 'public', false, null],
    ['two moments', 'created_at', '2026-01-02T03:04:05+00:00', '2026-01-02T03:04:05+01:00'],
    ['two seconds', 'created_at', '2026-01-02T03:04:05.999+00:00', '2026-01-02T03:04:06+00:00'],
    ['one time in a field of another kind', 'name', '2026-01-02T03:04:05+00:00', '20260102T030405+0000'],
    ['lists in another order', 'features', ['a', 'b'], ['b', 'a']],
    ['an additional key', 'limits', { a: 1 }, { a: 1, b: undefined }],
    ['an object and a list', 'limits', {}, []],
    ['undefined and null', 'limits', undefined, null],
  ])('differ: %s', (_, field, one, other) => {
    expect([isSame(field, one, other), isSame(field, other, one)]).toEqual([false, false])
  })
})
