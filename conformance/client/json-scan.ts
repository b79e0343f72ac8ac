/** The properties of a JSON text that one pass over it finds. */
export interface JsonScan {
  /** Where the text stops being JSON, as an index; its length if it ends too early; undefined if it is JSON. */
  readonly fault?: number
  /** Whether brackets are nested more deeply than allowed; the pass ends there. */
  readonly isTooDeep?: boolean
  /** The integers of at least 16 digits, as pairs of indexes. */
  readonly longIntegers: readonly (readonly [from: number, to: number])[]
}

/**
 * Reads a text as JSON (RFC 8259) in one pass without recursion, so that neither its length nor its depth nor its
 * content can hold up the kit.
 */
export function scanJson(text: string, deepest: number): JsonScan {
  const scanner = new Scanner(text, deepest)
  try {
    scanner.run()
    return { longIntegers: scanner.longIntegers }
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error
    return { fault: error.at, isTooDeep: error.isTooDeep, longIntegers: [] }
  }
}

class Misplaced {
  readonly at: number
  readonly isTooDeep: boolean

  constructor(at: number, isTooDeep = false) {
    this.at = at
    this.isTooDeep = isTooDeep
  }
}

type Expected = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'comma' | 'end'

const words = ['true', 'false', 'null']

class Scanner {
  readonly longIntegers: [number, number][] = []
  readonly #text: string
  readonly #deepest: number
  /** The brackets that are open. */
  readonly #open: ('{' | '[')[] = []
  #expected: Expected = 'value'
  #at = 0

  constructor(text: string, deepest: number) {
    this.#text = text
    this.#deepest = deepest
  }

  run(): void {
    for (;;) {
      this.#skip(isSpace)
      const sign = this.#text[this.#at]
      if (this.#expected === 'end' && sign === undefined) return
      if (this.#expected === 'value' || this.#expected === 'first item') this.#value(sign)
      else if (this.#expected === 'key' || this.#expected === 'first key') this.#key(sign)
      else if (this.#expected === 'comma') this.#comma(sign)
      else this.#take(this.#expected === 'colon' && sign === ':', 'value')
    }
  }

  /** Moves behind a sign if it is right. */
  #take(isRight: boolean, expected: Expected): void {
    if (!isRight) throw new Misplaced(this.#at)
    this.#at += 1
    this.#expected = expected
  }

  #value(sign: string | undefined): void {
    if (sign === '{' || sign === '[') {
      this.#open.push(sign)
      if (this.#open.length > this.#deepest) throw new Misplaced(this.#at, true)
      this.#take(true, sign === '{' ? 'first key' : 'first item')
    } else if (sign === ']' && this.#expected === 'first item') {
      this.#close()
    } else {
      if (sign === '"') this.#string()
      else if (sign !== undefined && /[-\d]/.test(sign)) this.#number()
      else this.#word(sign)
      this.#expected = this.#afterValue()
    }
  }

  #key(sign: string | undefined): void {
    if (sign === '}' && this.#expected === 'first key') {
      this.#close()
      return
    }
    if (sign !== '"') throw new Misplaced(this.#at)
    this.#string()
    this.#expected = 'colon'
  }

  #comma(sign: string | undefined): void {
    const isObject = this.#open.at(-1) === '{'
    if (sign === (isObject ? '}' : ']')) this.#close()
    else this.#take(sign === ',', isObject ? 'key' : 'value')
  }

  #close(): void {
    this.#open.pop()
    this.#take(true, this.#afterValue())
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'end' : 'comma'
  }

  #string(): void {
    const text = this.#text
    for (let at = this.#at + 1; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#at = at + 1
        return
      }
      // `charCodeAt` returns NaN at the end.
      if (!(code >= space)) throw new Misplaced(Math.min(at, text.length))
      if (code !== backslash) continue
      at += 1
      const digits = text[at] === 'u' ? 4 : 0
      if (digits === 0 && !'"\\/bfnrt'.includes(text[at] ?? ' ')) throw new Misplaced(at)
      for (let more = 0; more < digits; more += 1) {
        at += 1
        if (!/[\da-f]/i.test(text[at] ?? ' ')) throw new Misplaced(Math.min(at, text.length))
      }
    }
  }

  #number(): void {
    const text = this.#text
    const from = this.#at
    if (text[this.#at] === '-') this.#at += 1
    if (text[this.#at] === '0') this.#at += 1
    else this.#digits()
    const to = this.#at
    if (text[this.#at] === '.') {
      this.#at += 1
      this.#digits()
    }
    if (text[this.#at] === 'e' || text[this.#at] === 'E') {
      this.#at += 1
      if (text[this.#at] === '+' || text[this.#at] === '-') this.#at += 1
      this.#digits()
    }
    if (this.#at === to && to - from >= 16) this.longIntegers.push([from, to])
  }

  #digits(): void {
    const from = this.#at
    this.#skip(isDigit)
    if (this.#at === from) throw new Misplaced(from)
  }

  #word(sign: string | undefined): void {
    for (const letter of words.find((word) => word[0] === sign) ?? ' ') {
      if (this.#text[this.#at] !== letter) throw new Misplaced(this.#at)
      this.#at += 1
    }
  }

  #skip(isSkipped: (code: number) => boolean): void {
    while (isSkipped(this.#text.charCodeAt(this.#at))) this.#at += 1
  }
}

const quote = 34
const backslash = 92
const space = 32
const isSpace = (code: number): boolean => code === space || code === 9 || code === 10 || code === 13
const isDigit = (code: number): boolean => code >= 48 && code <= 57
