import { KindGuard } from '@sinclair/typebox'
import { type FieldPath, fieldPathsIn, fieldPathsOf } from '../../../src/contract/field-paths.ts'
import {
  idsWithBody,
  kinds,
  type OperationId,
  operations,
  pagedIds,
  rowOf,
  sectionOf,
} from '../../../src/contract/index.ts'
import { Pagination } from '../../../src/contract/schemas/envelopes.ts'
import { metaOf, pagesOf, relationshipsOf, remove, replace } from '../changes.ts'
import type { JsonObject } from '../messages.ts'
import { type ChangeRule, inPlaces, type Mutant, placed, product } from '../mutant.ts'
import { appearancesOf, isEverywhere, namedPlacesOf, type Place } from '../places.ts'
import {
  formats,
  hasFormat,
  timestamps,
  typesBeside,
  typesWithin,
  type WrongFormats,
} from './wrong-values.ts'

/** A field at its places in responses. */
interface Judged extends FieldPath {
  /** The part of the name before the path. */
  readonly owner: string
  readonly section: string
  readonly places: readonly Place[]
  /** The check that judges it, if that is not the one of the section for the way in which the field is wrong. */
  readonly check?: string
  /** The object that has the field, in the subject of a place; the subject itself by default. */
  readonly holder?: (subject: JsonObject) => JsonObject
}

/** Every field of section 2. */
const ofResources: readonly Judged[] = kinds.flatMap((kind) =>
  fieldPathsOf(kind).map((field) => ({
    ...field,
    owner: `${kind}.`,
    section: sectionOf(kind),
    places: appearancesOf(kind).filter(({ of }) => field.only === undefined || field.only === of?.place),
  })),
)

/** Fields that the sentence of an operation names, so that a check of it judges their presence at the top. */
const promised: readonly Judged[] = (
  [
    ['node.mounts', '4.1/mounts'],
    ['node.allocated_resources', '4.1/allocated-resources'],
    ['mount.mounted', '4.4/mounted'],
  ] as const
).flatMap(([name, check]) =>
  ofResources
    .filter(({ owner, path }) => owner + path === name)
    .map((field) => ({ ...field, check, places: field.places.filter(({ of }) => of?.place === 'top') })),
)

/** The check of a promise that judges the type as well. */
const ofMounted = '4.4/mounted'

/** The fields of the `meta` of pages. */
const ofPages: readonly Judged[] = pagedIds.flatMap((on) => {
  const { kind } = operations[on].answer
  const places = namedPlacesOf(on)
  return [
    ...fieldPathsIn(Pagination.properties).map((field) => ({
      ...{ ...field, places, owner: '', section: '2.1', check: '2.1/pagination', holder: pagesOf },
    })),
    ...fieldPathsIn(rowOf(kind).pageMeta ?? {}).map((field) => {
      const check = `${sectionOf(kind)}/${field.path.replaceAll('_', '-')}`
      return { ...field, places, owner: '', section: sectionOf(kind), check, holder: metaOf }
    }),
  ]
})

type FieldRule = ChangeRule & { readonly places: readonly Place[] }

const rule = (
  { owner, section, path, places, check, holder = (subject) => subject }: Judged,
  way: string,
  inWords: string,
  change: (holder: JsonObject) => void,
  entry?: string,
): FieldRule => ({
  checks: check ?? `${section}/${way}`,
  inWords: `${owner}${path} ${inWords}`,
  breaks: [
    `${section}#${path}`,
    ...(entry === undefined ? [] : [`${section}#${path}.${entry}`]),
    ...(check?.startsWith('4.') ? [check.replace('/', '#')] : []),
  ],
  shows: path,
  places,
  change: (subject) => change(holder(subject)),
})

/** Values of wrong types; the quick proof has one for the field, and one for each type within its values. */
const typeRules = (field: Judged, at: number): readonly FieldRule[] =>
  [typesBeside(field.schema), typesWithin(field.schema)].flatMap((wrong, within) =>
    wrong.map(({ inWords, slip, entry }, index) => ({
      ...rule(field, 'types', inWords, (holder) => replace(holder, field.path, slip), entry),
      isOnlyInFull: within ? !/is (?:a number|an empty array)$/.test(inWords) : index !== at % wrong.length,
    })),
  )

/** A field that is absent, or null although its meaning is not optional. */
function presenceRules(field: Judged): readonly FieldRule[] {
  const { schema, path, mayBeNull } = field
  const instead = (inWords: string, value: unknown) =>
    rule(field, 'presence', inWords, (holder) => replace(holder, path, () => value))
  return [
    rule(field, 'presence', 'is absent', (holder) => remove(holder, path)),
    ...(mayBeNull ? [] : [instead('is null', null)]),
    ...(KindGuard.IsArray(schema) && !KindGuard.IsUnknown(schema.items)
      ? [instead('has an item that is null', ['a', null])]
      : []),
    ...(KindGuard.IsRecord(schema) ? [instead('has an entry that is null', { key: null })] : []),
  ]
}

/** Whether only the check of the promise judges the presence of a field in a place. */
const isJudgedElsewhere = ({ checks, inWords }: FieldRule, { of }: Place): boolean =>
  String(checks).endsWith('/presence') &&
  of?.place === 'top' &&
  promised.some(({ owner, path, check }) => check !== ofMounted && inWords.startsWith(`${owner}${path} is`))

const inOwnPlaces = (rules: readonly FieldRule[]): readonly Mutant[] =>
  inPlaces(rules, (each) => each.places.filter((place) => !isJudgedElsewhere(each, place)), 4)

export const types = inOwnPlaces(
  [...ofResources, ...promised.filter(({ check }) => check === ofMounted)].flatMap(typeRules),
)

export const presence = inOwnPlaces([...ofResources, ...promised].flatMap(presenceRules))

export const pageFields: readonly Mutant[] = inPlaces(
  ofPages.flatMap((field, at) => [...typeRules(field, at), ...presenceRules(field)]),
  ({ places }) => places,
)

/** Every format in the fields that have it, and every field with the first error of its format. */
const formatMutants = ({ format, wrong }: WrongFormats, check?: string): readonly Mutant[] => {
  const fields = ofResources.filter(({ schema }) => hasFormat(schema, format))
  const wrongOf = (field: Judged, [inWords, text]: readonly [string, unknown]): FieldRule => {
    // The end of work that is not done is null, and stays so.
    const slip = (value: unknown) => (value === null && check ? null : text)
    const made = rule(field, 'formats', inWords, (holder) => replace(holder, field.path, slip))
    return check
      ? { ...made, checks: check, breaks: [check.replace('/', '#'), ...(made.breaks ?? [])] }
      : made
  }
  const anywhere = fields.flatMap((field) => field.places.map((place) => ({ field, place })))
  const whole = anywhere.filter(({ place }) => isEverywhere(place) && place.of?.item === undefined)
  const build = (each: readonly [string, unknown], { field, place }: (typeof anywhere)[number]) =>
    placed(wrongOf(field, each), place)
  const all = [
    ...product(Object.entries(wrong), anywhere, build, 12),
    ...Object.entries(wrong)
      .slice(0, 1)
      .flatMap((each) => whole.map((one) => build(each, one))),
  ]
  return all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at)
}

export const wrongFormats: readonly Mutant[] = formats.flatMap((each) => formatMutants(each))

export const wrongTimestamps: readonly Mutant[] = formatMutants(timestamps, '2.1/timestamps')

/** What belongs to the nested form of a resource, at the top of a response that must have none of it. */
export const nestedOnly: readonly Mutant[] = idsWithBody
  .filter((on: OperationId) => rowOf(operations[on].answer.kind).atTop === 'bare')
  .flatMap((on) => {
    const { kind } = operations[on].answer
    const check = `${operations[on].section}/no-nested-only`
    const relationships = Object.entries(rowOf(kind).relationships ?? {})
    return inPlaces(
      [
        ...fieldPathsOf(kind)
          .filter(({ only }) => only === 'nested')
          .map(({ path, schema }) => ({
            checks: check,
            inWords: `${path} is there`,
            change: (user: JsonObject) => {
              user[path] = schema['type'] === 'string' ? 'https://example.com/a.png' : 0
            },
          })),
        ...relationships.map(([name]) => ({
          checks: check,
          inWords: `relationships.${name} is there`,
          change: (user: JsonObject) => {
            user['relationships'] = { ...relationshipsOf(user), [name]: { object: 'list', data: [] } }
          },
        })),
      ],
      appearancesOf(kind).filter((place) => place.on === on && place.of?.place === 'top'),
    )
  })
