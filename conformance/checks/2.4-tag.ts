import { walk } from '../judge/walk.ts'
import type { CheckRow } from './check.ts'
import { placeCheck } from './place-check.ts'

export const tag: readonly CheckRow[] = [
  placeCheck({
    id: '2.4/meta-resource',
    title: 'the envelope of a tag has `meta.resource`',
    on: 'tag',
    without: ({ exchange }) =>
      walk(exchange).found.some(({ kind }) => kind === 'tag') ? undefined : 'no tag was seen',
    pointer: '/meta/resource',
    fits: (value) => typeof value === 'string',
    message: 'A tag has no `meta.resource`.',
    expected: 'a string, the URL of the tag',
  }),
]
