/** The content of a part of a multipart/form-data body, by its name; undefined if there is no such part. */
export function readPart(body: Buffer, contentType: string | undefined, name: string): Buffer | undefined {
  const boundary = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '')
  if (boundary === null) return undefined
  // In Latin-1 each byte is one character, so that the text can be split without changing bytes.
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary[1] ?? boundary[2]}`)
  for (const piece of pieces.slice(1)) {
    if (piece.startsWith('--')) break
    const headEnd = piece.indexOf('\r\n\r\n')
    if (headEnd === -1) continue
    const disposition = /^content-disposition:.*;\s*name=(?:"([^"]*)"|([^;\s]+))/im.exec(
      piece.slice(0, headEnd),
    )
    if ((disposition?.[1] ?? disposition?.[2]) === name) {
      return Buffer.from(piece.slice(headEnd + 4), 'latin1')
    }
  }
  return undefined
}
