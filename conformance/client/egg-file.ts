import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { AskedId, Exchange } from './exchange.ts'

/** The path at which commands find the share file of a request, made from the content of the file. */
export const eggFile = (file: string): string =>
  join(tmpdir(), `nestbox-egg-${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`)

/** Writes the share files that commands name; only the owner can read them. */
export async function writeEggFiles(
  commands: readonly string[],
  exchanges: readonly Exchange<AskedId>[],
): Promise<void> {
  const files = new Map(
    exchanges.flatMap(({ ask: { file } }) => (file === undefined ? [] : [[eggFile(file), file]])),
  )
  for (const [path, file] of files) {
    // Without its file a command still shows the request; an existing file is never overwritten or followed.
    if (commands.some((command) => command.includes(basename(path))))
      await writeFile(path, file, { mode: 0o600, flag: 'wx' }).catch(() => undefined)
  }
}
