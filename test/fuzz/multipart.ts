import fc from 'fast-check'
import { almostJson, trickyText } from './values.ts'

/** A multipart body, and the media type that goes with it. */
export interface Multipart {
  readonly bytes: Uint8Array
  readonly type: string
}

const boundary = fc.oneof(
  { weight: 6, arbitrary: fc.constant('edge') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-', '--', 'a b', '"', "'", '=', 'x'.repeat(70), 'x'.repeat(5_000), 'é'),
  },
)

const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, '')

const disposition = fc.oneof(
  { weight: 6, arbitrary: fc.constant('form-data; name="import_file"; filename="egg.json"') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'form-data; name="import_file"',
      'form-data; name="import_file"; filename=""',
      'form-data; name="import_file"; filename="../../../../etc/passwd"',
      'form-data; name="import_file"; filename="C:\\\\windows\\\\x"',
      'form-data; name="import_file"; filename="a&#0000;b"',
      'form-data; name="__proto__"; filename="x"',
      'form-data; name="constructor"',
      'form-data; name="toString"; filename="toString"',
      "form-data; name=import_file; filename*=UTF-8''%ff%fe",
      'form-data; name="import_file',
      'form-data',
      'attachment; filename="egg.json"',
      '',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(trickyText, trickyText)
      .map(([name, file]) => `form-data; name="${oneLine(name)}"; filename="${oneLine(file)}"`),
  },
)

const otherHead = fc.constantFrom(
  'Content-Type: application/json',
  'Content-Type: ',
  'Content-Type: multipart/mixed; boundary=inner',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: 8bit',
  'Content-Transfer-Encoding: __proto__',
  'Content-Transfer-Encoding: hex',
  'Content-Length: 99999999',
  'constructor: x',
  '__proto__: x',
  'no colon at all',
  ': empty',
  'X-Long: '.padEnd(30_000, 'x'),
  `X-Many: ${'\r\nX-Many: x'.repeat(500)}`,
)

const content = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(good) },
    { weight: 2, arbitrary: almostJson },
    { weight: 1, arbitrary: trickyText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '--edge',
        '\r\n--edge',
        '\r\n--edge--',
        '--edge--\r\n',
        'x'.repeat(1_100_000),
      ),
    },
  )

const part = (good: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      disposition,
      fc.array(otherHead, { maxLength: 2 }),
      content(good),
      fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'),
    )
    .map(([where, others, text, end]) => [`Content-Disposition: ${where}`, ...others, '', text].join(end))

/**
 * Uploads, most of which are malformed in one or two ways.
 * @param good the content of a valid file
 */
export const multipart = (good: string): fc.Arbitrary<Multipart> =>
  fc
    .record({
      named: boundary,
      used: fc.option(boundary, { freq: 8 }),
      parts: fc.oneof(
        { weight: 8, arbitrary: fc.array(part(good), { maxLength: 3 }) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom(11, 101, 3_000)
            .map((count) =>
              Array.from(
                { length: count },
                (_, at) => `Content-Disposition: form-data; name="f${at}"\r\n\r\nx`,
              ),
            ),
        },
      ),
      preamble: fc.constantFrom('', '', '', 'before\r\n', '\r\n', '\0\0', `${'-'.repeat(100_000)}\r\n`),
      end: fc.constantFrom('--\r\n', '--\r\n', '--', '--after', '-', '', '\r\n', undefined),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 8 }),
    })
    .map(({ named, used, parts, preamble, end, cut }) => {
      const edge = used ?? named
      const closing = end === undefined ? '' : `--${edge}${end}`
      const text = `${preamble}${parts.map((each) => `--${edge}\r\n${each}\r\n`).join('')}${closing}`
      const bytes = Buffer.from(text)
      return {
        bytes: cut === null ? bytes : bytes.subarray(0, Math.floor(bytes.length * cut)),
        type: `multipart/form-data; boundary=${/[ "=]/.test(named) ? `"${named.replace('"', '')}"` : named}`,
      }
    })
