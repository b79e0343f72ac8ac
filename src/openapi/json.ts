/** A part of the description, as it will be written. */
export type Json = Readonly<Record<string, unknown>>

/** `server_variable` as `ServerVariable`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
