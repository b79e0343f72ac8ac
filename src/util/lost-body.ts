const thanKept = 'than the log keeps)'

/** The sentence in a log instead of a body of some size, such as "20011 characters". */
export const tooLong = (size: string): string => `(${size}, which is more ${thanKept}`

/** The sentence in a log instead of a body that is nested too deeply. */
export const tooDeep = `(nested more deeply ${thanKept}`

/** Whether a text in a log is such a sentence. */
export const isLostBody = (text: string): boolean => text.startsWith('(') && text.endsWith(thanKept)
