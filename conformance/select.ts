import { checks } from './checks/index.ts'

/**
 * Whether an id is what a pattern means: the check of that very id, else a
 * section or the start of ids in it, or what fits around each `*`.
 */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) {
    if (id === pattern || ids.has(pattern)) return id === pattern
    // A bare number is a section or a chapter: `2.1` does not mean `2.10`.
    return pattern.includes('/')
      ? id.startsWith(pattern)
      : /^[./]$/.test(id[pattern.length] ?? '') && id.startsWith(pattern)
  }
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}

const ids: ReadonlySet<string> = new Set(checks.map((check) => check.id))
