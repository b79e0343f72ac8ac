import { Refusal, wrongField } from '../contract/checking/errors-in.ts'
import { isObject, mapValues, parsed } from '../contract/objects.ts'
import { isDeeper } from '../util/weigh.ts'

/** An invalid share file; the message names the invalid field, by its dotted path, and the expected value. */
export class BadShareFile extends Refusal {
  override readonly name = 'BadShareFile'

  constructor(field: string, rule: string, must: string) {
    super(wrongField(field, rule, `The file${field === '' ? '' : `'s \`${field}\``} must ${must}.`))
  }
}

/** Maximum levels of nesting in a file, or in the JSON within its strings. */
const maximumDepth = 16

/** A value of the file with its path, for error messages. */
export class Part {
  readonly value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.value = value
    this.#path = path
  }

  /** The whole file. @throws BadShareFile for text that is not JSON */
  static of(text: string): Part {
    return new Part(parseJson(text, ''), '')
  }

  bad(rule: string, must: string): BadShareFile {
    return new BadShareFile(this.#path, rule, must)
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null
  }

  at(key: string): Part {
    if (!isObject(this.value)) throw this.bad('object', 'be an object')
    const value = Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return new Part(value, this.#below(key))
  }

  /** This part, or an empty object for null and an empty list. */
  orEmpty(): Part {
    return !this.isThere || isEmptyList(this.value) ? new Part({}, this.#path) : this
  }

  /** A non-empty string. */
  filled(): string {
    if (typeof this.value !== 'string') throw this.bad(this.isThere ? 'string' : 'required', 'be a string')
    if (this.value === '') throw this.bad('required', 'not be empty')
    return this.value
  }

  textOr<T>(otherwise: T): string | T {
    if (!this.isThere) return otherwise
    if (typeof this.value !== 'string') throw this.bad('string', 'be a string')
    return this.value
  }

  /** Any value as a string: null becomes empty, other values become JSON. */
  asText(): string {
    if (typeof this.value === 'string') return this.value
    return this.isThere ? JSON.stringify(this.value) : ''
  }

  /** A list of strings; a single string is a list of one, null an empty list. */
  texts(): string[] {
    if (!this.isThere || this.value === '') return []
    if (typeof this.value === 'string') return [this.value]
    if (isObject(this.value) && Object.keys(this.value).length === 0) return []
    return this.items()
      .map((item) => item.textOr(''))
      .filter((text) => text !== '')
  }

  flagOr(otherwise: boolean): boolean {
    if (!this.isThere) return otherwise
    if (this.value === true || this.value === 1 || this.value === '1') return true
    if (this.value === false || this.value === 0 || this.value === '0') return false
    throw this.bad('boolean', 'be true or false')
  }

  items(): Part[] {
    if (!this.isThere) return []
    if (!Array.isArray(this.value)) throw this.bad('array', 'be a list')
    return this.value.map((item, index) => new Part(item, this.#below(String(index))))
  }

  /** The fields of an object, each with its converted value. */
  fields<T>(read: (field: Part) => T): Record<string, T> {
    const { value } = this.orEmpty()
    if (!isObject(value)) throw this.bad('object', 'be an object')
    return mapValues(value, (field, name) => read(new Part(field, this.#below(name))))
  }

  /** The parsed JSON of a string; any other value as it is. */
  unpacked(): Part {
    if (typeof this.value !== 'string') return this
    return new Part(this.value.trim() === '' ? undefined : parseJson(this.value, this.#path), this.#path)
  }

  #below(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }
}

function parseJson(text: string, path: string): unknown {
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (value === undefined) throw new BadShareFile(path, 'json', 'be JSON')
  if (isDeeper(value, maximumDepth)) {
    throw new BadShareFile(path, 'max', `be nested at most ${maximumDepth} levels deep`)
  }
  return value
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
