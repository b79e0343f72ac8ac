/** White space and the token after it: a mark, a text, or a word, which is a number, `true`, `false` or `null`. */
const tokens =
  /([ \t\n\r]*)(?:(?<mark>[[\]{},:])|(?<text>"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?<word>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))?/y

const closingMarks: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The tokens that may follow in each state; `close` stands for the mark that closes the innermost object or list. */
const expected = {
  value: ['{', '[', 'text', 'word'],
  firstItem: ['{', '[', 'text', 'word', 'close'],
  key: ['text'],
  firstKey: ['text', 'close'],
  colon: [':'],
  more: [',', 'close'],
} satisfies Record<string, string[]>

/**
 * The error in a text that `JSON.parse` refuses, as a clause with line and column,
 * both from 1. The messages of V8 differ between versions of Node, and not all have a position.
 */
export function jsonFault(text: string): string {
  const { at, isComma } = findFault(text)
  const before = text.slice(0, at)
  const place = `line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`
  if (isComma) return `nothing follows the comma at ${place}`
  if (at >= text.length) return `it ends too early, at ${place}`
  return `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} at ${place}`
}

/** The place of the first token that JSON does not allow, or of the comma in front of a closing mark. */
function findFault(text: string): { at: number; isComma: boolean } {
  const open: string[] = []
  let state: keyof typeof expected = 'value'
  let comma = -1
  tokens.lastIndex = 0
  for (;;) {
    const start = tokens.lastIndex
    const match = tokens.exec(text)
    const { mark, text: string, word } = match?.groups ?? {}
    const at = start + (match?.[1]?.length ?? 0)
    const isClosing = mark !== undefined && mark === open.at(-1)
    const kind = isClosing ? 'close' : (mark ?? (string !== undefined ? 'text' : word && 'word'))
    const isExpected = kind !== undefined && (expected[state] as string[]).includes(kind)
    if (!isExpected || (open.length === 0 && state === 'more')) {
      return isClosing && comma >= 0 ? { at: comma, isComma: true } : { at, isComma: false }
    }
    comma = mark === ',' ? at : -1
    if (isClosing) open.pop()
    if (mark === '{' || mark === '[') open.push(closingMarks[mark] as string)
    state = stateAfter(kind, state, open.at(-1))
  }
}

function stateAfter(kind: string, state: string, innermost: string | undefined): keyof typeof expected {
  if (kind === '{') return 'firstKey'
  if (kind === '[') return 'firstItem'
  if (kind === ':') return 'value'
  if (kind === ',') return innermost === '}' ? 'key' : 'value'
  return state === 'key' || state === 'firstKey' ? (kind === 'close' ? 'more' : 'colon') : 'more'
}
