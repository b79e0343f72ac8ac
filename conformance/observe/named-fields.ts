import { type KindName, kinds } from '../judge/kinds.ts'

/** The keys are those of `kinds`, which TypeScript does not infer from `Object.fromEntries`. */
type NamedFields = Readonly<Record<KindName, ReadonlySet<string>>>

/** The fields that the document names, at the top of a response or nested, by kind of resource. */
export const namedFields = Object.fromEntries(
  Object.entries(kinds).map(([kind, { fields, top, nested, relationships }]) => [
    kind,
    new Set([
      ...Object.keys({ ...fields.properties, ...top?.properties, ...nested?.properties }),
      ...(Object.keys(relationships).length > 0 ? ['relationships'] : []),
    ]),
  ]),
) as unknown as NamedFields
