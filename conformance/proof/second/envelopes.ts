export type Fields = Record<string, unknown>

/** One resource: what kind it is, its fields, and for some kinds where it lives. */
export function resource(object: string, attributes: Fields, url?: string): Fields {
  return url === undefined ? { object, attributes } : { object, attributes, meta: { resource: url } }
}

export function list(data: Fields[], meta?: Fields): Fields {
  return meta === undefined ? { object: 'list', data } : { object: 'list', data, meta }
}
