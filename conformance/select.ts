/** Whether an id is what a pattern means: the id itself, what begins with it, or what fits around each `*`. */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) return id === pattern || id.startsWith(pattern)
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}
