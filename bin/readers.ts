import type { Read } from './flags.ts'

export const integer =
  (least: number, most: number): Read<number> =>
  (text) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : { must: `be an integer from ${least} to ${most}` }

export const oneOf =
  <T extends string>(words: readonly T[]): Read<T> =>
  (text) =>
    words.find((word) => word === text) ?? { must: `be one of ${words.join(', ')}` }

export const filled: Read<string> = (text) => (text.trim() === '' ? { must: 'not be empty' } : text)

/** A URL that paths can be appended to. */
export const baseUrl: Read<string> = (text) =>
  /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(text) && URL.canParse(text)
    ? text.replace(/\/+$/, '')
    : { must: 'be a URL with http or https and without a query, such as https://panel.example.com' }
