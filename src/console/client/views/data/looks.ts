import { type Signal, signal } from '@preact/signals'

/** Search, order and page of a table, kept while other tables are shown. */
export interface Look {
  readonly search: Signal<string>
  readonly sort: Signal<{ readonly field: string; readonly isDown: boolean }>
  readonly page: Signal<number>
}

const looks = new Map<string, Look>()

export function lookOf(table: string): Look {
  const known = looks.get(table)
  if (known) return known
  const look = { search: signal(''), sort: signal({ field: 'id', isDown: false }), page: signal(0) }
  looks.set(table, look)
  return look
}
