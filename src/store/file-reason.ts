const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'it lies on a disk that takes no writes',
  ENOSPC: 'the disk is full',
}

/** Why a file cannot be used, in words that follow its name. */
export function fileReason(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}
