import file from './sections.json' with { type: 'json' }

// A copy has a type of its own, as the published types cannot import JSON.
const titles = { ...file }

type NumberIn<K> = K extends `§${infer N}` ? N : never

/** A section number of the document. Written out in the package. */
export type Section = NumberIn<keyof typeof titles>

/**
 * The sections of the document, in its order: number and title. Clauses and gaps refer to them, and a test finds
 * sections without either. In the file, `§` is before a number, because JavaScript would sort it to the front.
 */
export const sections: readonly (readonly [number: Section, title: string])[] = Object.entries(titles).map(
  // `Object.entries` loses the names.
  ([key, title]) => [key.slice(1) as Section, title],
)

/** The title of a section. */
export const titleOf = (section: Section): string => titles[`§${section}`]
