import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary directory that is removed at the end of its scope. */
export interface Folder extends AsyncDisposable {
  at(name: string): string
  write(name: string, content: unknown): Promise<string>
  read(name: string): Promise<string>
  json(name: string): Promise<unknown>
}

export async function folder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'nestbox-test-'))
  const at = (name: string): string => join(path, name)
  const read = (name: string): Promise<string> => readFile(at(name), 'utf8')
  return {
    at,
    read,
    /** Writes a string unchanged, any other value as JSON. */
    async write(name, content) {
      await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content))
      return at(name)
    },
    json: async (name) => JSON.parse(await read(name)),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
