/** The content of the named part of a multipart/form-data body, if there is one. */
export function readPart(body: Buffer, contentType: string | undefined, name: string): Buffer | undefined {
  const boundary = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '')
  if (boundary === null) return undefined
  // Latin-1 maps bytes to characters one to one, so the text can be cut like bytes.
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
