import { forgedTexts } from '../client/credentials.ts'

/** Of characters that may stand in a URL. */
const struckOut = '***'

/** Headers that let somebody in, or say who is in already. */
const secretHeader = /^((set-)?cookie|(proxy-)?authorization|x-[a-z-]*(token|key|auth))$/i

/** What looks like a token or a password even if nobody told. */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  [/\bbearer\s+(?=[^\s"'<$]*\d)[\w.~+/|-]{12,}=*/gi, `Bearer ${struckOut}`],
  [/\b(?:ptl[ac]|p?acc|papp|plcn)_\w{8,}/g, struckOut],
  [/(https?:\/\/)[^\s/@"']+@/gi, `$1${struckOut}@`],
]

/** Shorter texts are words rather than secrets, and striking them out would spoil the report. */
const shortestSecret = 8

/**
 * A copy without secrets. The client strikes out the tokens that come back in
 * bodies; this is the second lock, for everything else that a report shows.
 */
export function redacted<T>(value: T, secrets: readonly string[] = []): T {
  const long = secrets.filter((secret) => secret.length >= shortestSecret)
  // The kit sends tokens with one character changed, from which the true one is soon guessed.
  const told = long.flatMap((secret) => [secret, ...forgedTexts(secret)]).map(anySpelling)
  const strike = (text: string): string => {
    const untold = told.reduce((clean, spelling) => clean.replace(spelling, struckOut), text)
    return looksSecret.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), untold)
  }
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') return strike(each)
    if (Array.isArray(each)) return each.map(visit)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [
        strike(key),
        secretHeader.test(key) && inner !== undefined ? struckOut : visit(inner),
      ]),
    )
  }
  // The copy has the shape of the original, which the compiler cannot follow.
  return visit(value) as T
}

/** A secret as it stands, in a URL or in JSON. */
function anySpelling(secret: string): RegExp {
  const spellings = [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]
  const sources = [...new Set(spellings)].map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(sources.join('|'), 'g')
}
