/** A sentence with code between backticks. */
export const Sentence = ({ text }: Readonly<{ text: string }>) => (
  <span class="sentence">
    {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
  </span>
)

/** A path or URL that can wrap before each slash. */
export const Path = ({ path }: Readonly<{ path: string }>) => (
  <span>{path.split(/(?<=[^:/])(?=\/)/).map((part) => [<wbr key={`break ${part}`} />, part])}</span>
)

/** The name of a field, which can wrap after each underscore and dot. */
export const FieldName = ({ name }: Readonly<{ name: string }>) => (
  <>{name.split(/(?<=[_.])/).map((part) => [part, <wbr key={part} />])}</>
)

/** A number with its noun: 1 row, 2 rows. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
