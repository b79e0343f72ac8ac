/** The path of a template with its parameters and a query. */
export function fillPath(
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** The parameters of a path that matches a template; undefined for other paths. */
export function readPath(template: string, path: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(path.split('?')[0] ?? '')?.slice(1)
  return values && Object.fromEntries(names.map((name, index) => [name, safely(values[index] ?? '')]))
}

function safely(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
