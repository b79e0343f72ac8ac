import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { bytesOf } from './body-text.ts'
import { bodyTooLarge, unreadable } from './refusals.ts'

/** Maximum bytes of all uploaded files together: the limit of the real panel for one file. */
const maximumFile = 1_000 * 1_024

const mostFiles = 10
const mostFields = 100
const limits = `${mostFiles} files of ${maximumFile} bytes together, and ${mostFields} other fields of as many`

/** The parts of a multipart body: the texts of uploaded files by name, and the names of plain fields. */
export interface Parts {
  readonly files: ReadonlyMap<string, string>
  readonly fields: ReadonlySet<string>
}

/** Maximum characters of a boundary, RFC 2046, section 5.1.1. */
const longestBoundary = 70

/** Maximum bytes of the head of a part. */
const longestHead = 4_096

/** The texts between boundaries: before the first part, the parts, and after the last one. */
const mostTexts = mostFiles + mostFields + 2

/**
 * Reads a multipart body, in time that grows as the body does, whatever is in it.
 * @param longest maximum bytes of the body, including the heads of its parts
 * @throws ApiError for a body that is larger, incomplete or not multipart, and for a file that is not UTF-8
 */
export async function readParts(req: IncomingMessage, longest: number, take: Take): Promise<Parts> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(req.headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw unreadable('multipart')
  if (boundary.length > longestBoundary)
    throw new ApiError('malformed', `The boundary of the body may have ${longestBoundary} characters.`)
  const body = await bytesOf(req, req, longest, take)
  const texts = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`, mostTexts)
  const end = texts.findIndex((text, at) => at > 0 && text.startsWith('--'))
  if (end < 0) throw texts.length === mostTexts ? bodyTooLarge(limits) : unreadable('multipart')
  const parts = texts.slice(1, end).map(partOf)
  const files = parts.filter(({ isFile }) => isFile)
  const fields = parts.filter(({ isFile }) => !isFile)
  if (files.length > mostFiles || fields.length > mostFields || isTooMuch(files) || isTooMuch(fields))
    throw bodyTooLarge(limits)
  return {
    files: new Map(files.map(({ name, content }) => [name, textOf(name, content)])),
    fields: new Set(fields.map(({ name }) => name)),
  }
}

interface Part {
  readonly name: string
  readonly isFile: boolean
  readonly content: Buffer
}

const isTooMuch = (parts: readonly Part[]): boolean =>
  parts.reduce((sum, { content }) => sum + content.length, 0) > maximumFile

function textOf(name: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  throw new ApiError('badFile', `The file in "${name}" cannot be read: its text must be UTF-8.`)
}

/** The values of `Content-Transfer-Encoding`, and how Node reads a content of each. */
const transfers = new Map<string, BufferEncoding>([
  ['base64', 'base64'],
  ...['', 'binary', '7bit', '8bit', 'utf-8'].map((name) => [name, 'latin1'] as const),
])

/** @param text the part in Latin-1, from the end of its boundary on. RFC 7578, section 4 */
function partOf(text: string): Part {
  const headEnd = text.indexOf('\r\n\r\n')
  if ((headEnd < 0 ? text.length : headEnd) > longestHead)
    throw bodyTooLarge(`${longestHead} bytes in the head of a part`)
  const [padding, ...lines] = Buffer.from(text.slice(0, headEnd), 'latin1').toString().split('\r\n')
  const headers = new Map(lines.map(headerOf))
  const encoding = transfers.get(headers.get('content-transfer-encoding')?.toLowerCase() ?? '')
  if (headEnd < 0 || padding?.trim() !== '' || encoding === undefined) throw unreadable('multipart')
  const names = new Map(
    [...(headers.get('content-disposition') ?? '').matchAll(parameters)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain],
    ),
  )
  return {
    name: names.get('name') ?? '',
    // A part with a file name is a file, even without a media type.
    isFile: Boolean(headers.get('content-type') || names.get('filename')),
    content: Buffer.from(text.slice(headEnd + 4), encoding),
  }
}

const parameters = /;\s*([^=;\s]+)=(?:"((?:\\"|[^"])*)"|([^;\s]*))/g

function headerOf(line: string): [name: string, value: string] {
  const [, name, value] = /^([^\s:]+):(.*)$/s.exec(line) ?? []
  if (name === undefined || value === undefined) throw unreadable('multipart')
  return [name.toLowerCase(), value.trim()]
}
