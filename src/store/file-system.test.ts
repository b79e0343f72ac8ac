import { chmod, type FileHandle, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileReason, removeTemporaries, writeDurably } from './file-system.ts'
import { canTellOpenFiles, everyFile, openIn, pathOf } from './testing/open-files.ts'
import { soleWriter } from './testing/sole-writer.ts'
import { tempFolder } from './testing/temp-folder.ts'

const somewhere = async (): Promise<string> => join(await tempFolder(), 'world.json')

const temporary = `.world.json.${soleWriter.id}.tmp`

const failure = (code: string) => Object.assign(new Error(`${code}: something of the system`), { code })

/** Lets the flush of one file or folder fail, and that of others succeed. */
async function failToSync(isMeant: (path: string) => boolean, code: string): Promise<void> {
  const anyFile = await everyFile()
  const { sync } = anyFile
  const spy = vi.spyOn(anyFile, 'sync').mockImplementation(async function (this: FileHandle) {
    if (isMeant(await pathOf(this.fd))) throw failure(code)
    return sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
}

describe.runIf(canTellOpenFiles)('a durable write', () => {
  it('is on the disk before the file is renamed, and the rename is flushed afterwards', async () => {
    const path = await somewhere()
    const anyFile = await everyFile()
    const { sync } = anyFile
    const synced: [file: string, inFolder: string[]][] = []
    const spy = vi.spyOn(anyFile, 'sync').mockImplementation(async function (this: FileHandle) {
      synced.push([basename(await pathOf(this.fd)), await readdir(dirname(path))])
      return sync.call(this)
    })
    onTestFinished(() => spy.mockRestore())
    await writeDurably(path, Buffer.from('new'), soleWriter)
    expect(synced).toEqual([
      [temporary, [temporary]],
      [basename(dirname(path)), ['world.json']],
    ])
  })

  it('that fails leaves the old content, no temporary file and no open handle', async () => {
    const path = await somewhere()
    await writeFile(path, 'old')
    await failToSync((file) => file.endsWith('.tmp'), 'ENOSPC')
    await expect(writeDurably(path, Buffer.from('new'), soleWriter)).rejects.toThrow('ENOSPC')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(dirname(path))).toEqual(['world.json'])
    expect(await openIn(dirname(path))).toEqual([])
  })

  it.each(['EPERM', 'EISDIR', 'EINVAL', 'EIO'])(
    'is complete if only the folder cannot be flushed, since the file has its new content: %s',
    async (code) => {
      const path = await somewhere()
      await failToSync((file) => file === dirname(path), code)
      await writeDurably(path, Buffer.from('new'), soleWriter)
      expect(await readFile(path, 'utf8')).toBe('new')
    },
  )

  it('replaces a symbolic link with the name of the temporary file, and does not change the linked file', async () => {
    const path = await somewhere()
    const other = join(dirname(path), 'other.txt')
    await writeFile(other, 'other')
    await symlink(other, join(dirname(path), temporary))
    await writeDurably(path, Buffer.from('new'), soleWriter)
    expect([await readFile(other, 'utf8'), await readFile(path, 'utf8')]).toEqual(['other', 'new'])
    expect((await lstat(path)).isFile()).toBe(true)
  })

  it.runIf(process.getuid?.() !== 0)('changes nothing if the folder cannot be read', async () => {
    const path = await somewhere()
    await writeFile(path, 'old')
    await chmod(dirname(path), 0o300)
    onTestFinished(() => chmod(dirname(path), 0o700))
    await expect(writeDurably(path, Buffer.from('new'), soleWriter)).rejects.toThrow('EACCES')
    expect(await readFile(path, 'utf8')).toBe('old')
  })
})

it('a durable write fails if a folder has the name of the temporary file', async () => {
  const path = await somewhere()
  await writeFile(path, 'old')
  await mkdir(join(dirname(path), temporary))
  await expect(writeDurably(path, Buffer.from('new'), soleWriter)).rejects.toThrow('EISDIR')
  expect(await readFile(path, 'utf8')).toBe('old')
})

it('a durable write that has lost its file changes nothing, and names the process that has it', async () => {
  const path = await somewhere()
  await writeFile(path, 'old')
  const confirm = () => {
    throw new Error('it belongs to another one')
  }
  const written = writeDurably(path, Buffer.from('new'), { ...soleWriter, confirm })
  await expect(written).rejects.toThrow('it belongs to another one')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(dirname(path))).toEqual(['world.json'])
})

it('the temporary files of all processes that wrote a file are removed, and no other files', async () => {
  const path = await somewhere()
  const others = [
    '.world.json.notes.tmp',
    '.world.json.tmp',
    `.other.json.${soleWriter.id}.tmp`,
    `${temporary}.old`,
  ]
  for (const name of [...others, temporary]) await writeFile(join(dirname(path), name), '')
  await removeTemporaries(path)
  expect((await readdir(dirname(path))).sort()).toEqual(others.sort())
})

describe('the reason why a file cannot be used', () => {
  it.each<[code: string, reason: string]>([
    ['EISDIR', 'it is a directory, not a file'],
    ['ENOENT', 'there is no such directory'],
    ['ENOTDIR', 'a part of its path is a file, not a directory'],
    ['EACCES', 'this user may not use it'],
    ['EPERM', 'this user may not use it'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota of this user is used up'],
    ['EFBIG', 'it would be larger than files may be here'],
    ['EBUSY', 'it is in use, or mounted without its directory'],
    ['EIO', 'the disk failed'],
    ['EMFILE', 'too many files are open'],
  ])('is described for %s', (code, reason) => {
    expect(fileReason(failure(code))).toBe(reason)
  })

  it.each<[what: string, error: unknown, reason: string]>([
    ['an error of another code', failure('EXDEV'), 'EXDEV: something of the system'],
    ['an error without a code', new Error('no such luck'), 'no such luck'],
    ['a value that is not an error', 'no such luck', 'no such luck'],
  ])('is the message of the error for %s', (_, error, reason) => {
    expect(fileReason(error)).toBe(reason)
  })
})
