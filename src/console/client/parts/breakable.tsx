/** A path or an address, which breaks in front of its slashes where it must. */
export const Breakable = ({ path }: { readonly path: string }) => (
  <span>{path.split(/(?<=[^:/])(?=\/)/).map((part) => [<wbr key={`break ${part}`} />, part])}</span>
)
