import { isDeeper } from '../store/is-deeper.ts'
import type { EggRow, EggVariableRow } from '../store/rows.ts'

/** What an egg share file (PTDL_v1 or PTDL_v2) says, brought into the types of sections 2.5 and 2.6. */
export interface EggShare {
  readonly egg: Pick<EggRow, 'name' | 'author' | 'description' | 'features' | 'docker_images' | 'startup'> & {
    readonly config: Omit<EggRow['config'], 'extends'>
    readonly script: Pick<EggRow['script'], 'install' | 'entry' | 'container'>
  }
  readonly variables: readonly Pick<
    EggVariableRow,
    'name' | 'description' | 'env_variable' | 'default_value' | 'user_viewable' | 'user_editable' | 'rules'
  >[]
}

/** A share file that cannot be read: which field, by its dotted path, and what it must be. */
export class BadShareFile extends Error {
  readonly field: string
  readonly rule: string

  constructor(field: string, rule: string, must: string) {
    super(field === '' ? `The file must ${must}.` : `The file's \`${field}\` must ${must}.`)
    this.field = field
    this.rule = rule
  }
}

const versions = ['PTDL_v1', 'PTDL_v2']

/** Levels of nesting in a file, or in the JSON that its texts hold. */
const maximumDepth = 16

/**
 * Reads an egg share file. Real files are looser than the document: empty
 * values, JSON in texts and older names are brought into the document's types.
 * @throws BadShareFile naming the first field that cannot be read.
 */
export function readShareFile(text: string): EggShare {
  const file = new Part(parseJson(text, ''), '')
  const version = file.at('meta').at('version')
  if (!versions.includes(version.value as string)) {
    throw version.bad('in', `be ${versions.join(' or ')}`)
  }
  const config = file.at('config')
  const script = file.at('scripts').at('installation')
  return {
    egg: {
      name: file.at('name').filled(),
      author: file.at('author').textOr(''),
      description: file.at('description').textOr(null),
      features: file.at('features').texts(),
      docker_images: images(file),
      startup: file.at('startup').textOr(''),
      config: {
        files: files(config.at('files').unpacked()),
        startup: { done: config.at('startup').unpacked().orEmpty().at('done').texts() },
        stop: config.at('stop').textOr(''),
        logs: logs(config.at('logs').unpacked().orEmpty()),
        file_denylist: file.at('file_denylist').texts(),
      },
      script: {
        install: script.at('script').textOr(''),
        entry: script.at('entrypoint').filled(),
        container: script.at('container').filled(),
      },
    },
    variables: variables(file.at('variables')),
  }
}

/** `docker_images` maps labels to images; older files have a list, or one image, that are their own labels. */
function images(file: Part): Record<string, string> {
  const mapped = file.at('docker_images')
  if (mapped.isThere) return fromEntries(mapped.entries().map(([label, image]) => [label, image.filled()]))
  const listed = file.at('images').isThere ? file.at('images') : file.at('image')
  return fromEntries(listed.texts().map((image) => [image, image]))
}

const files = (part: Part): EggRow['config']['files'] =>
  fromEntries(
    part.entries().map(([name, file]) => [
      name,
      {
        parser: file.at('parser').filled(),
        find: fromEntries(
          file
            .at('find')
            .entries()
            .map(([key, value]) => [key, value.asText()]),
        ),
      },
    ]),
  )

const logs = (part: Part): { custom: boolean; location: string } => ({
  custom: part.at('custom').flagOr(false),
  location: part.at('location').textOr(''),
})

function variables(part: Part): EggShare['variables'] {
  const seen = new Set<string>()
  return part.items().map((item) => {
    const env = item.at('env_variable')
    const env_variable = env.filled()
    if (seen.has(env_variable))
      throw env.bad('distinct', `differ from those before it, but ${env_variable} is there twice`)
    seen.add(env_variable)
    return {
      name: item.at('name').filled(),
      description: item.at('description').textOr(null),
      env_variable,
      default_value: defaultValue(item.at('default_value')),
      user_viewable: item.at('user_viewable').flagOr(false),
      user_editable: item.at('user_editable').flagOr(false),
      rules: item.at('rules').texts().join('|'),
    }
  })
}

/** Environments know no true and false: a flag is 1 or 0 there, as the rule `boolean` wants it. */
const defaultValue = (part: Part): string =>
  typeof part.value === 'boolean' ? String(Number(part.value)) : part.asText()

/** A value of the file with the path that led to it, so that whatever is wrong can be named. */
class Part {
  readonly value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.value = value
    this.#path = path
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

  /** This part, or an empty object where an empty list or nothing stands for one. */
  orEmpty(): Part {
    return !this.isThere || isEmptyList(this.value) ? new Part({}, this.#path) : this
  }

  /** A text that must say something. */
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

  /** Any value as a text: nothing is empty, what is no text is its JSON. */
  asText(): string {
    if (typeof this.value === 'string') return this.value
    return this.isThere ? JSON.stringify(this.value) : ''
  }

  /** A list of texts, where one text stands for a list of one and nothing for an empty list. */
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

  entries(): [string, Part][] {
    const { value } = this.orEmpty()
    if (!isObject(value)) throw this.bad('object', 'be an object')
    return Object.entries(value).map(([key, item]) => [key, new Part(item, this.#below(key))])
  }

  /** The JSON that a text holds; what is no text is taken as it is. */
  unpacked(): Part {
    if (typeof this.value !== 'string') return this
    return new Part(this.value.trim() === '' ? undefined : parseJson(this.value, this.#path), this.#path)
  }

  #below(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }
}

function parseJson(text: string, path: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new BadShareFile(path, 'json', 'be JSON')
  }
  if (isDeeper(value, maximumDepth)) {
    throw new BadShareFile(path, 'max', `be nested at most ${maximumDepth} levels deep`)
  }
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Unlike assignment, keeps a key such as `__proto__` an ordinary one. */
const fromEntries = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries)
