import { KindGuard } from '@sinclair/typebox'
import { type FieldPath, fieldPathsIn, fieldPathsOf } from '../../../src/contract/field-paths.ts'
import { idsWithBody, kinds, operations, pagedIds, rowOf, sectionOf } from '../../../src/contract/index.ts'
import { Pagination } from '../../../src/contract/schemas/index.ts'
import { timestamp } from '../../../src/contract/schemas/primitives.ts'
import { type JsonObject, metaOf, pagesOf, put, remove, replace } from '../json.ts'
import { type ChangeRule, inPlaces, type Mutant, placed, product, rulesOf, tableOf } from '../mutant.ts'
import { appearancesOf, isEverywhere, namedPlacesOf, type Place } from '../places.ts'
import wrongInFormats from './wrong-formats.json' with { type: 'json' }
import wrongTimes from './wrong-timestamps.json' with { type: 'json' }
import { typesBeside, typesWithin } from './wrong-values.ts'

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

/** The check of a promise that judges the type as well. */
const ofMounted = '4.4/mounted'

/** Fields that the sentence of an operation names, with the check that judges their presence at the top. */
const promises: Readonly<Record<string, string>> = {
  'node.mounts': '4.1/mounts',
  'node.allocated_resources': '4.1/allocated-resources',
  'mount.mounted': ofMounted,
}

const promised: readonly Judged[] = ofResources.flatMap((field) => {
  const check = promises[field.owner + field.path]
  return check ? [{ ...field, check, places: field.places.filter(({ of }) => of?.place === 'top') }] : []
})

/** The fields of the `meta` of pages. */
const ofPages: readonly Judged[] = pagedIds.flatMap((on) => {
  const { kind } = operations[on].response
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

const rule = (
  { owner, section, path, places, check, holder = (subject) => subject }: Judged,
  way: string,
  inWords: string,
  change: (holder: JsonObject) => void,
  entry?: string,
): ChangeRule => ({
  checks: check ?? `${section}/${way}`,
  inWords: `${owner}${path} ${inWords}`,
  breaks: [
    `${section}#${path}`,
    ...(entry === undefined ? [] : [`${section}#${path}.${entry}`]),
    ...(check?.startsWith('4.') ? [check.replace('/', '#')] : []),
  ],
  shows: path,
  places: places.filter((place) => !isJudgedElsewhere(owner + path, check ?? way, place)),
  change: (subject) => change(holder(subject)),
})

/** Whether only the check of the promise judges the presence of a field in a place. */
const isJudgedElsewhere = (name: string, way: string, { of }: Place): boolean =>
  way === 'presence' && of?.place === 'top' && Object.hasOwn(promises, name) && promises[name] !== ofMounted

/** Values of wrong types; the quick proof has one for the field, and one for each type within its values. */
const typeRules = (field: Judged, at: number): readonly ChangeRule[] =>
  [typesBeside(field.schema), typesWithin(field.schema)].flatMap((wrong, within) =>
    wrong.map(({ inWords, slip, entry }, index) => ({
      ...rule(field, 'types', inWords, (holder) => replace(holder, field.path, slip), entry),
      isOnlyInFull: within ? !/is (?:a number|an empty array)$/.test(inWords) : index !== at % wrong.length,
    })),
  )

/** A field that is absent, or null although its meaning is not optional. */
function presenceRules(field: Judged): readonly ChangeRule[] {
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

export const types = inPlaces(
  [...ofResources, ...promised.filter(({ check }) => check === ofMounted)].flatMap(typeRules),
  4,
)

export const presence = inPlaces([...ofResources, ...promised].flatMap(presenceRules), 4)

export const pageFields = inPlaces(
  ofPages.flatMap((field, at) => [...typeRules(field, at), ...presenceRules(field)]),
)

/**
 * Every value that is not in a format in the fields that have it, and every field with the first of the values.
 * @param says the words of the schemas with the format
 */
const formatMutants = (says: string, values: object, check?: string): readonly Mutant[] => {
  const wrong = Object.entries(values)
  const fields = ofResources.filter(({ schema }) => schema['says'] === says)
  const anywhere = fields.flatMap((field) => field.places.map((place) => ({ field, place })))
  const whole = anywhere.filter(({ place }) => isEverywhere(place) && place.of?.item === undefined)
  const build = (
    [inWords, text]: readonly [string, unknown],
    { field, place }: (typeof anywhere)[number],
  ) => {
    // The end of work that is not done is null, and stays so.
    const slip = (value: unknown) => (value === null && check ? null : text)
    const made = rule(field, 'formats', inWords, (holder) => replace(holder, field.path, slip))
    const breaks = [...(check ? [check.replace('/', '#')] : []), ...(made.breaks ?? [])]
    return placed({ ...made, checks: check ?? made.checks, breaks }, place)
  }
  const all = [
    ...product(wrong, anywhere, build, 12),
    ...wrong.slice(0, 1).flatMap((each) => whole.map((one) => build(each, one))),
  ]
  return all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at)
}

export const wrongFormats: readonly Mutant[] = Object.entries(wrongInFormats).flatMap(([says, values]) =>
  formatMutants(says, values),
)

export const wrongTimestamps: readonly Mutant[] = formatMutants(
  timestamp()['says'],
  wrongTimes,
  '2.1/timestamps',
)

const emptyList = { object: 'list', data: [] }

/** What belongs to the nested form of a resource, at the top of a response that must have none of it. */
export const nestedOnly: readonly Mutant[] = idsWithBody
  .filter((on) => rowOf(operations[on].response.kind).atTop === 'bare')
  .flatMap((on) => {
    const { kind } = operations[on].response
    const added = Object.fromEntries([
      ...fieldPathsOf(kind)
        .filter(({ only }) => only === 'nested')
        .map(({ path, schema }) => [path, schema['type'] === 'string' ? 'https://example.com/a.png' : 0]),
      ...Object.keys(rowOf(kind).relationships ?? {}).map((name) => [`relationships.${name}`, emptyList]),
    ])
    return inPlaces(
      rulesOf(
        tableOf(
          `${operations[on].section}/no-nested-only: there is `,
          added,
          (value, path) => (attributes) => put(attributes, path, value),
        ),
        appearancesOf(kind).filter((place) => place.on === on && place.of?.place === 'top'),
      ),
    )
  })
