import { describe, expect, it } from 'vitest'
import { fileReason } from './file-reason.ts'

const failure = (code: string) => Object.assign(new Error(`${code}: something of the system`), { code })

describe('the reason why a file cannot be used', () => {
  it.each<[code: string, reason: string]>([
    ['EISDIR', 'it is a folder, not a file'],
    ['ENOENT', 'there is no such folder'],
    ['ENOTDIR', 'a part of its path is a file, not a folder'],
    ['EACCES', 'this user may not use it'],
    ['EPERM', 'this user may not use it'],
    ['EROFS', 'it lies on a disk that takes no writes'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'this user has used up their share of the disk'],
    ['EFBIG', 'it may not grow any larger'],
    ['EIO', 'the disk failed'],
    ['EMFILE', 'too many files are open'],
  ])('is told in words for %s', (code, reason) => {
    expect(fileReason(failure(code))).toBe(reason)
  })

  it.each<[what: string, error: unknown, reason: string]>([
    ['an error of another code', failure('EXDEV'), 'EXDEV: something of the system'],
    ['an error without a code', new Error('no such luck'), 'no such luck'],
    ['something that is no error', 'no such luck', 'no such luck'],
  ])('is what it says itself for %s', (_, error, reason) => {
    expect(fileReason(error)).toBe(reason)
  })
})
