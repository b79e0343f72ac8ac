/** A type whose fields and lists cannot be changed, at any depth. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T
