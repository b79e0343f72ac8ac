export type Fields = Record<string, unknown>

/** The envelope of a resource: its kind, its fields, and the URL if the kind has one. */
export function resource(object: string, attributes: Fields, url?: string): Fields {
  return url === undefined ? { object, attributes } : { object, attributes, meta: { resource: url } }
}

export function list(data: Fields[], meta?: Fields): Fields {
  return meta === undefined ? { object: 'list', data } : { object: 'list', data, meta }
}
