/** The keywords of these schemas that JSON Schema does not have: words for people, and the mark of `nullable`. */
export const ownKeywords = ['says', 'mayBeNull']
