/** What schemas of the contract say beyond JSON Schema: what a value is, in words, and that it may be missing. */
export const ownKeywords = ['says', 'loose']
