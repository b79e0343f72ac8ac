import { checks } from './index.ts'

/**
 * Whether an id is what a pattern means: the check of that very id, else a
 * section or the start of ids in it, or what fits around each `*`.
 */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) {
    if (id === pattern || ids.has(pattern)) return id === pattern
    // Where a number ends it ends: `2.1` does not mean `2.10`.
    const goesOn = pattern.includes('/') || /\.$/.test(pattern) || /^[./]/.test(id.slice(pattern.length))
    return goesOn && id.startsWith(pattern)
  }
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}

const ids: ReadonlySet<string> = new Set(checks.map((check) => check.id))
