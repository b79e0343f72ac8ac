import { wildcard } from '../../src/contract/wildcard.ts'
import { checks } from './index.ts'

/**
 * Whether a pattern selects an id: the pattern is an id, or a section, or the beginning of ids in it, or has
 * wildcards (`*`).
 */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) {
    if (id === pattern || ids.has(pattern)) return id === pattern
    // A number in a pattern is complete: `2.1` does not select `2.10`.
    const mayExtend = pattern.includes('/') || /\.$/.test(pattern) || /^[./]/.test(id.slice(pattern.length))
    return mayExtend && id.startsWith(pattern)
  }
  return wildcard(pattern)(id)
}

const ids: ReadonlySet<string> = new Set(checks.map((check) => check.id))
