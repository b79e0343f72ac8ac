const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'it lies on a disk that takes no writes',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has used up their share of the disk',
  EFBIG: 'it may not grow any larger',
  EIO: 'the disk failed',
  EMFILE: 'too many files are open',
}

/** Why a file cannot be used, in words that follow its name. */
export function fileReason(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}
