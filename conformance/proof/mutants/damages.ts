type Damage = (value: unknown) => unknown

/** Damage that servers do to values. */
export interface DamageRow {
  readonly inWords: string
  readonly change: Damage
  /** Fields of bodies whose values suffer from it. */
  readonly fields: string
  /** Texts of a share file that suffer from it. */
  readonly file?: string
}

const texts = (
  fields: string,
  file: string,
  changes: Readonly<Record<string, (text: string) => string>>,
): readonly DamageRow[] =>
  Object.entries(changes).map(([inWords, change]) => ({
    inWords,
    change: (value) => (typeof value === 'string' ? change(value) : value),
    ...{ fields, file },
  }))

const numbers = (fields: string, changes: Readonly<Record<string, (value: number) => number>>) =>
  Object.entries(changes).map(
    ([inWords, change]): DamageRow => ({
      inWords,
      change: (value) => (typeof value === 'number' ? change(value) : value),
      fields,
    }),
  )

const kept =
  (length: number) =>
  (text: string): string =>
    text.slice(0, length)

const atMost =
  (most: number) =>
  (value: number): number =>
    Math.min(value, most)

export const damages: readonly DamageRow[] = [
  ...texts('name description startup environment first_name last_name', 'name description startup', {
    'letters outside ASCII become ?': (text) => text.replaceAll(/\P{ASCII}/gu, '?'),
    'letters outside ASCII are dropped': (text) => text.replaceAll(/\P{ASCII}/gu, ''),
    'accents are folded': (text) => text.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
    'UTF-8 is read as Latin-1': (text) => Buffer.from(text, 'utf8').toString('latin1'),
    'emoji are dropped': (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, ''),
    'characters outside the BMP are dropped': (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
    'quotes are dropped': (text) => text.replaceAll(/["']/g, ''),
    'HTML is escaped': (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
    'markup is dropped': (text) => text.replaceAll(/<[^>]*>/g, ''),
  }),
  ...texts('name description startup docker_image environment first_name last_name', '', {
    'letters are lower case': (text) => text.toLowerCase(),
  }),
  ...texts('name description startup environment', '', {
    'quotes at the ends are dropped': (text) => text.replace(/^(["'])(.*)\1$/s, '$2'),
    'percent signs are decoded': (text) =>
      text.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  }),
  ...texts('description environment', '', {
    'plus signs are decoded': (text) => text.replaceAll('+', ' '),
    'the equals sign ends it': (text) => text.split('=')[0] ?? '',
    '"null" becomes empty': (text) => (text === 'null' ? '' : text),
    '"false" becomes empty': (text) => (text === 'false' ? '' : text),
  }),
  ...texts('description environment', 'variables.default_value', {
    '"0" becomes empty': (text) => (text === '0' ? '' : text),
  }),
  ...texts('description environment email', '', {
    'a plus sign and what follows are dropped': (text) => text.replace(/\+[^@]*/, ''),
  }),
  ...texts('description', '', {
    'placeholders are dropped': (text) => text.replaceAll(/\{\{.*?\}\}/g, ''),
    'tabs are dropped': (text) => text.replaceAll('\t', ''),
    '4096 characters are kept': kept(4_096),
  }),
  ...texts('description startup environment', 'description', {
    'lines become one': (text) => text.replaceAll('\n', ' '),
    'only the first line is kept': (text) => text.split('\n')[0] ?? '',
  }),
  ...texts('name startup', '', { 'several spaces become one': (text) => text.replaceAll(/ +/g, ' ') }),
  ...texts('name environment', '', {
    'zeros at the start are dropped': (text) => text.replace(/^0+(?=\d)/, ''),
  }),
  ...texts('docker_image environment startup username first_name', '', {
    'a hyphen ends it': (text) => text.split('-')[0] ?? '',
    'hyphens become underscores': (text) => text.replaceAll('-', '_'),
  }),
  ...texts('docker_image', '', { 'an at sign ends it': (text) => text.split('@')[0] ?? '' }),
  ...texts('docker_image email', '', {
    'dots before the at sign are dropped': (text) => text.replaceAll(/\.(?=.*@)/g, ''),
  }),
  ...texts('last_name', '', {
    'only the first capital is kept': (text) =>
      text.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => letter.toLowerCase()),
  }),
  ...texts('first_name', '', { '"0" becomes a word': (text) => (text === '0' ? 'None' : text) }),
  ...texts(
    'name description startup docker_image environment first_name last_name username',
    'name description',
    {
      '10 characters are kept': kept(10),
      '20 characters are kept': kept(20),
    },
  ),
  ...texts(
    'name description startup docker_image environment',
    'name description startup variables.description',
    {
      '30 characters are kept': kept(30),
      '50 characters are kept': kept(50),
      '64 characters are kept': kept(64),
    },
  ),
  ...texts('description startup environment', 'description startup variables.description', {
    '191 characters are kept': kept(191),
  }),
  ...texts('description startup environment', 'description startup', {
    '255 characters are kept': kept(255),
  }),
  ...texts('description startup environment', '', { '1000 characters are kept': kept(1_000) }),
  ...numbers('memory memory_overallocate disk disk_overallocate upload_size', {
    '0 becomes 1': (value) => value || 1,
  }),
  ...numbers('memory_overallocate disk_overallocate', { 'the sign is dropped': Math.abs }),
  ...numbers('memory memory_overallocate disk disk_overallocate upload_size daemon_sftp daemon_listen', {
    '8 bits are kept': (value) => value & 255,
    'it is at most 127': atMost(127),
  }),
  ...numbers('memory disk upload_size daemon_sftp daemon_listen', {
    'it is at most 1024': atMost(1_024),
    'it is at most 32767': atMost(32_767),
  }),
  ...numbers('memory disk upload_size daemon_listen', { 'it is at most 65534': atMost(65_534) }),
  ...numbers('memory disk upload_size', { 'it is at most 65535': atMost(65_535) }),
  ...numbers('memory disk', {
    'it is rounded as a small float': Math.fround,
    'it is at most 2147483647': atMost(2 ** 31 - 1),
  }),
  ...numbers('disk', { 'it is at most 4294967295': atMost(2 ** 32 - 1) }),
]

/** Whether a list of names, with spaces between them, has a name. */
export const hasName = (names: string, name: string): boolean => names.split(' ').includes(name)
