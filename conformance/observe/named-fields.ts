import { type KindName, kinds } from '../judge/kinds.ts'

/** The keys are those of `kinds`, which the compiler forgets on the way. */
type NamedFields = Readonly<Record<KindName, ReadonlySet<string>>>

/** Every field that the document names, in whichever form of a resource, by kind. */
export const namedFields = Object.fromEntries(
  Object.entries(kinds).map(([kind, { fields, top, nested, relationships }]) => [
    kind,
    new Set([
      ...Object.keys({ ...fields.properties, ...top?.properties, ...nested?.properties }),
      ...(Object.keys(relationships).length > 0 ? ['relationships'] : []),
    ]),
  ]),
) as unknown as NamedFields
