import { hash } from 'node:crypto'
import { onceFor } from '../contract/once.ts'
import type { UserRow } from '../store/rows.ts'

/** The avatar URL: a data URL of a picture with the user's initials, so that pages need no other server. */
export const avatar = onceFor(({ email, first_name, last_name }: UserRow) => {
  const hue = Number.parseInt(hash('md5', email.toLowerCase()).slice(0, 6), 16) % 360
  const initials = [first_name, last_name].map(([letter = '']) => letter).join('')
  const text = initials.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return encodeURI(
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>` +
      `<rect width='8' height='8' fill='hsl(${hue},40%,40%)'/>` +
      `<text x='4' y='5.2' font-size='3.5' font-family='sans-serif' text-anchor='middle' fill='white'>${text}</text></svg>`,
  )
})
