/** A noun in a sentence: an egg, a node, a user. */
export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
