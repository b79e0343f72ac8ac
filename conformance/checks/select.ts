import { checks } from './index.ts'

/**
 * Whether a pattern selects an id: the pattern is an id, or a section, or the beginning of ids in it, or has
 * wildcards (`*`).
 */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) {
    if (id === pattern || ids.has(pattern)) return id === pattern
    // A number in a pattern is complete: `2.1` does not select `2.10`.
    const goesOn = pattern.includes('/') || /\.$/.test(pattern) || /^[./]/.test(id.slice(pattern.length))
    return goesOn && id.startsWith(pattern)
  }
  return matchesWildcards(pattern, id)
}

/** Whether a text matches a pattern with wildcards; each part is looked for once, where it is first found. */
function matchesWildcards(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

const ids: ReadonlySet<string> = new Set(checks.map((check) => check.id))
