/** Maximum characters of a secret in the pattern of all, which would take seconds to compile with longer ones. */
const longestTogether = 200

/** A search for secrets in texts, in a time that does not grow with the number of the secrets, unless they are long. */
export class SecretSearch {
  readonly #long: readonly string[]
  readonly #others: RegExp | undefined

  constructor(secrets: readonly string[]) {
    // The longest come first, since one secret can begin with another.
    const sorted = secrets.toSorted((one, other) => other.length - one.length)
    this.#long = sorted.filter(({ length }) => length > longestTogether)
    const others = sorted.slice(this.#long.length).map((secret) => secret.replaceAll(/\W/g, '\\$&'))
    this.#others = others.length === 0 ? undefined : new RegExp(others.join('|'), 'g')
  }

  /** A text with its secrets replaced. */
  replace(text: string, by: (secret: string) => string): string {
    const rest = this.#long.reduce((left, secret) => left.replaceAll(secret, by), text)
    let clean = ''
    let end = 0
    for (const [from, to] of this.#placesIn(rest)) {
      clean += rest.slice(end, from) + by(rest.slice(from, to))
      end = to
    }
    return clean + rest.slice(end)
  }

  /** The places of all secrets that are not long, from the first on; secrets that overlap have one place. */
  #placesIn(text: string): readonly (readonly [from: number, to: number])[] {
    const pattern = this.#others
    const places: [number, number][] = []
    if (!pattern) return places
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const { index } = found
      const to = index + found[0].length
      const last = places.at(-1)
      if (last && index < last[1]) last[1] = Math.max(last[1], to)
      else places.push([index, to])
      pattern.lastIndex = index + 1
    }
    return places
  }
}
