/** An id that no resource of a server is likely to have. */
export const unknownId = 2_147_483_000

/** A UUID that no resource of a server is likely to have. */
export const unknownUuid = '00000000-0000-4000-8000-000000000000'

/** A text in the form of an image tag, which has neither capitals nor spaces. */
export const asImageTag = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** A UUID that no resource is likely to have, and that differs from a given UUID only in its last twelve digits. */
export const uuidLike = (uuid: string): string =>
  uuid.slice(0, -12) + (uuid.endsWith(digits) ? digits.replaceAll(/\d/g, '0') : digits)

const digits = '0123456789ab'

/** Texts that show whether a server cuts, folds or escapes values. */
export const varietyOf = {
  latin: 'Ñandú Überprüfung ß',
  rightToLeft: 'عقدة الألعاب',
  emoji: 'Emoji 🎮 and 🏳️‍🌈',
  quotes: `Quotes " and ', slashes / and \\, <b>&amp;</b>`,
  east: '游戏服务器',
  /** Characters that are special in templates, shells, spreadsheets and URLs. */
  placeholders: `=1+1; {{name}}, %{name}, $HOME, %41 and # a comment\twith a tab`,
} as const

/** A text of words with a given length. It does not end with a space, which many servers remove. */
export const longText = (length: number): string =>
  `${'A long conformance text. '.repeat(length / 25 + 1).slice(0, length - 1)}.`
