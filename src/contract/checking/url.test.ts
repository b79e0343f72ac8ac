import { expect, it } from 'vitest'
import { urlOf, withoutEndSlashes } from './url.ts'

it('a host with a letter of Latin-1 is read after many calls as after the first', () => {
  for (let call = 0; call < 20_000; call += 1) {
    expect(urlOf('http://bücher.example')?.hostname).toBe('xn--bcher-kva.example')
  }
})

it.each([
  ['an address with a number over 255', 'http://127.0.0.999'],
  ['a path alone', '/backups'],
  ['an empty text', ''],
])('%s is no URL', (_, text) => {
  expect(urlOf(text)).toBeUndefined()
})

it('a path is read on another URL', () => {
  expect(urlOf('/backups?page=2', 'http://host')?.href).toBe('http://host/backups?page=2')
})

it.each([
  ['http://host', 'http://host'],
  ['http://host//', 'http://host'],
  ['http://host//a/', 'http://host//a'],
])('%s without slashes at its end is %s', (url, expected) => {
  expect(withoutEndSlashes(url)).toBe(expected)
})

it('slashes at the end are removed in linear time', () => {
  const url = `http://host${'/'.repeat(1_000_000)}a`
  const started = performance.now()
  expect(withoutEndSlashes(`${url}/`)).toBe(url)
  expect(performance.now() - started).toBeLessThan(5_000)
})
