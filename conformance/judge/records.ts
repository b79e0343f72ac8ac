import { type AnyKind, fieldsOf, operations, rowOf } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import type { Exchange } from '../client/client.ts'
import { attributesOf, dataOf, itemsOf } from './parts.ts'
import { documented, meaning } from './same.ts'

/** Fields of a backup that change while the backup is created. */
const underWay = ['is_successful', 'checksum', 'bytes', 'completed_at']

/**
 * Every record of a list as text, in sorted order. Fields that the document does not name are left out, and the order
 * of keys does not matter.
 */
export function multiset(data: readonly unknown[], kind: AnyKind): string[] {
  const fields = Object.entries(fieldsOf(kind, 'top').properties).filter(([name]) => !underWay.includes(name))
  return data
    .map((item) => {
      const attributes = attributesOf(item)
      return fields.map(([name, schema]) => meaning(name, documented(schema, attributes[name]))).join(' ')
    })
    .toSorted()
}

/** The first value that a list has a second time; undefined if all differ. */
export function firstTwice<T>(values: readonly T[]): T | undefined {
  const seen = new Set<T>()
  return values.find((value) => seen.size === seen.add(value).size)
}

/**
 * What identifies the resources of a response: the id and the UUID of each, or all records together of a kind that has
 * neither, if none of them are alike.
 */
export const identitiesIn = onceFor((exchange: Exchange): readonly string[] => {
  const { response } = operations[exchange.ask.operation]
  const items = response.envelope === 'single' ? [attributesOf(exchange.reply?.json)] : itemsOf(exchange)
  const names = rowOf(response.kind).identity.filter((name) => name === 'id' || name === 'uuid')
  if (names.length > 0)
    return items.flatMap((item) =>
      names.flatMap((name) => (item[name] === undefined ? [] : [`${name} ${meaning(name, item[name])}`])),
    )
  const records = multiset(dataOf(exchange), response.kind)
  return records.length > 0 && new Set(records).size === records.length ? [records.join('\n')] : []
})
