import { describe, expect, it } from 'vitest'
import { hasText, isPiece, pieces as kinds, oddTexts, packed, wordsIn } from './values.ts'

describe('a packed string', () => {
  const pieces = ['a+b', '👩‍👩‍👧', `'; DROP TABLE a; --`]
  const text = packed('abcdefgh', pieces)

  it('has the word of its request, and each of its parts', () => {
    expect(wordsIn(text)).toEqual(['abcdefgh'])
    expect(pieces.every((piece) => hasText(text, piece))).toBe(true)
    expect(hasText(text, '#1')).toBe(false)
  })

  it('is not another value that happens to contain it', () => {
    expect(hasText('a plain text with a+b', 'a+b')).toBe(false)
    expect(hasText(text, 'E')).toBe(false)
    expect(hasText(3, 3)).toBe(true)
  })

  it('can contain most strings with special characters, but none with a special meaning as a whole', () => {
    expect(oddTexts.filter(isPiece).length).toBeGreaterThan(40)
    expect(Object.values(kinds).every((kind) => kind.length > 0)).toBe(true)
    expect(['', 'x', ' spaces around '].some(isPiece)).toBe(false)
  })
})
