import { filtered, valueAt } from '../../../src/contract/index.ts'
import type { Exchange } from '../../client/client.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import type { Fixtures, Scene } from '../fixtures.ts'
import { kitEgg, manyVariables, variableName, withMark } from '../kit-egg.ts'
import { mayBeTheBody } from '../ladder.ts'
import { type Attributes, granted, imagesOf } from '../parts.ts'
import { isObject, wasGranted } from '../reception.ts'
import { varietyOf } from '../sent-values.ts'
import type { Session } from '../session.ts'
import { naming, type Plan } from './plan.ts'

/** Makes the text of a share file with a mark. */
export type EggStyle = (mark: string) => string

/** The share files that the kit can send: that of the target if it contains `{{mark}}`, else PTDL files of the kit. */
async function styles(fixtures: Fixtures): Promise<readonly EggStyle[]> {
  const { importEgg } = fixtures.session.target
  return importEgg?.includes('{{mark}}') ? [(mark) => withMark(importEgg, mark)] : kitStyles(fixtures)
}

/** The PTDL files of the kit, newest version first. */
async function kitStyles(fixtures: Fixtures): Promise<readonly EggStyle[]> {
  const { requests } = fixtures.session.target
  const images = await fixtures.play(imagesBefore)
  const names = Object.values(requests.startup ?? {}).flatMap((value) =>
    isObject(value) ? Object.keys(value) : [],
  )
  return (['PTDL_v2', 'PTDL_v1'] as const).map((version) => (mark) => kitEgg(mark, names, version, images))
}

/** The images of the egg before its first import: servers that use one of them may be refused other images. */
export const imagesBefore: Scene<[], readonly string[]> = async ({ target, seen }) =>
  imagesOf(seen.first('egg', target.resources.egg) ?? {}).filter((image) => typeof image === 'string')

/** How the kit imports an egg. Section 4.3. */
export const importEgg: Plan = {
  ...naming('importEgg'),
  key: 'files.importEgg',
  async plainerBodies(fixtures) {
    const { session } = fixtures
    const named = session.resource('egg')
    const mark = eggMark(session, 1)
    return (await styles(fixtures)).map((style) => ({ named, mark, file: style(mark) }))
  },
  marked: async (parts, mark, fixtures) => ({ ...parts, mark, file: (await styleOf(fixtures))(mark) }),
  async more(fixtures) {
    const { imported, bare } = await fixtures.play(imports)
    // A server may refuse a file without variables, but not break down.
    return [...imported, ...(bare && (bare.reply?.status ?? 0) >= 500 ? [bare] : [])]
  },
}

/** The mark of the file with a number. */
const eggMark = ({ mark }: Session, round: number): string => `${mark} ${round}`

/** The style of the share file that the server granted. */
export async function styleOf(fixtures: Fixtures): Promise<EggStyle> {
  const { at } = await fixtures.accepted('importEgg')
  // The series has a body of each style.
  return (await styles(fixtures))[at] as EggStyle
}

/** Imports a file with a mark. */
export async function importMarked(
  fixtures: Fixtures,
  mark: string,
  named: number = fixtures.session.resource('egg'),
): Promise<Exchange> {
  return fixtures.session.send('importEgg', { named, mark, file: (await styleOf(fixtures))(mark) })
}

/** Marks with characters that a server may cut, fold or escape, from many special characters to only letters. */
function oddMarks(session: Session): readonly string[] {
  const { latin, emoji, quotes } = varietyOf
  const signs = '=1+1 %41  {{name}} $HOME'
  return [[latin, emoji, quotes, signs], [latin, quotes], [latin]].map((texts) =>
    [eggMark(session, 6), ...texts].join(' '),
  )
}

/** Imports the egg from a file with many variables and various characters, of which a server may refuse some. */
export const oddImport: Scene<[], Exchange> = async (fixtures) => {
  await fixtures.play(imports)
  const { session } = fixtures
  const [first = '', ...plainer] = oddMarks(session)
  const own = await styleOf(fixtures)
  // The file of a target may have few fields and variables.
  const [style = own] = own(first).includes(variableName) ? [] : await kitStyles(fixtures)
  const file = withVariables(style(first), manyVariables(first)) ?? style(first)
  let exchange = await session.send('importEgg', { named: session.resource('egg'), mark: first, file })
  for (const mark of [first, ...plainer])
    if (!wasGranted(exchange)) exchange = await importMarked(fixtures, mark)
  // Later requests have values for the variables of the file of the target.
  if (style !== own) await importMarked(fixtures, eggMark(session, 5))
  return exchange
}

/** Values of a share file that are alike in the files of the kit, with others that a server may well take. */
export const unlike = [
  {
    stop: '^C',
    values: {
      author: 'other@example.com',
      features: ['eula', 'java_version', 'pid_limit'],
      file_denylist: ['secret.txt', 'keys'],
    },
  },
  {
    stop: '/end',
    values: { author: 'a+b@sub.example.com', features: ['eula'], file_denylist: ['a b.txt', '*.key', 'c/d'] },
  },
] as const

type Unlike = (typeof unlike)[number]

/** Another signal to stop, logs of its own, and more configuration files. */
function unlikeConfig({ files, logs }: Attributes, stop: string): Attributes {
  const [own, log] = [files, logs].map((text) => (typeof text === 'string' ? parsedJson(text) : undefined))
  const more = {
    'other.yml': { parser: 'yaml', find: { port: '1' } },
    'empty.yml': { parser: 'yaml', find: {} },
  }
  return {
    stop,
    ...(isObject(log) && { logs: JSON.stringify({ ...log, custom: true }) }),
    ...(isObject(own) && { files: JSON.stringify({ ...own, ...more }) }),
  }
}

/**
 * A share file whose texts without a mark are others too; the same file if its text is not JSON.
 * @param uuid the UUID of an egg, which a server may take for the egg to update
 */
export function unlikeFile(file: string, uuid?: unknown, { stop, values }: Unlike = unlike[0]): string {
  const json = parsedJson(file)
  if (!isObject(json)) return file
  const { config, startup } = json
  const installation = valueAt(json, 'scripts.installation')
  return JSON.stringify({
    ...json,
    // Another format may use the name for something else.
    ...('meta' in json && { uuid }),
    ...(typeof startup === 'string' && { startup: `${startup} \${HOME:-/} $(id) -1` }),
    ...filtered<unknown>(values, (name) => Object.hasOwn(json, name)),
    ...(isObject(config) && { config: { ...config, ...unlikeConfig(config, stop) } }),
    ...(isObject(installation) && {
      scripts: { installation: { ...installation, container: 'debian:12', entrypoint: 'bash' } },
    }),
  })
}

/**
 * Imports a file to the other egg of the target, if there is one, with other values than those of this egg and with the
 * UUID of this one, and reads this egg. Whether a server accepts that UUID is not shown.
 */
export const importOther: Scene = async (fixtures) => {
  const { session } = fixtures
  const { otherEgg: named } = session.target.resources
  if (named === undefined) return
  const mark = session.otherMark
  const file = (await styleOf(fixtures))(mark)
  const { uuid } = granted(await fixtures.plain('importEgg')).attributes
  session.ledger.push(
    `egg ${named}: a file of the kit is in it; its servers may have lost values of variables that it had before`,
  )
  for (const each of [unlikeFile(file, uuid), unlikeFile(file), file])
    if (wasGranted(await session.send('importEgg', { named, mark, file: each }))) return fixtures.look('egg')
}

/** A share file without configuration files, which many eggs do not have. */
const withoutFiles = (file: string): string =>
  file.replace(/"files":\s*"(?:[^"\\]|\\.)*"/, () => '"files":"{}"')

/** A share file with another name; the same file if its name is not the mark, or if no other text has the mark. */
function renamed(file: string, mark: string, name: string): string {
  const json = parsedJson(file)
  const other = isObject(json) && json['name'] === mark ? JSON.stringify({ ...json, name }) : file
  return other.includes(mark) ? other : file
}

/**
 * A share file without variables and images, or one of the kit with other variables in addition; undefined for a file
 * of the target that has another format.
 */
export function withVariables(file: string, more?: readonly unknown[]): string | undefined {
  const json = !more || file.includes(variableName) ? parsedJson(file) : undefined
  if (!isObject(json) || !Array.isArray(json['variables'])) return undefined
  const bare = { variables: [], ...('docker_images' in json && { docker_images: {} }) }
  return JSON.stringify({ ...json, ...(more ? { variables: [...json['variables'], ...more] } : bare) })
}

/**
 * Imports three files for the same egg; the third has the name of the second, like a newer version of an egg. A file
 * without variables and images comes after the first.
 */
export const imports: Scene<[], Imports> = async (fixtures) => {
  const { session } = fixtures
  const first = await fixtures.plain('importEgg')
  const named = session.resource('egg')
  // A server that imports only variables shows no other part of this file, so no mark is searched.
  const without = withVariables((await styleOf(fixtures))(eggMark(session, 4)))
  const bare = without && (await session.send('importEgg', { named, file: without }))
  const second = await importMarked(fixtures, eggMark(session, 2))
  const mark = eggMark(session, 3)
  const file = renamed((await styleOf(fixtures))(mark), mark, eggMark(session, 2))
  const third = await session.send('importEgg', { named, mark, file: withoutFiles(file) })
  const last = mayBeTheBody(third) ? await session.send('importEgg', { named, mark, file }) : third
  return { imported: [first, second, last] as const, ...(bare && { bare }) }
}

interface Imports {
  readonly imported: readonly [Exchange, Exchange, Exchange]
  readonly bare?: Exchange
}
