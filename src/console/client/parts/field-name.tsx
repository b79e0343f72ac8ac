/** The name of a field, which breaks behind its underscores where it must. */
export const FieldName = ({ name }: { readonly name: string }) => (
  <>{name.split(/(?<=_)/).map((part) => [part, <wbr key={part} />])}</>
)
