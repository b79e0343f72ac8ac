import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { patternMatches } from '../checks/select.ts'
import type { Result } from '../judge/outcome.ts'
import { readCommentedJson } from './commented-json.ts'
import { type Known, matching } from './known.ts'
import { BadInput } from './target.ts'

const KnownFile = Type.Array(
  Type.Object(
    {
      id: Type.String({ minLength: 1 }),
      reason: Type.String({ pattern: '\\S' }),
      issue: Type.Optional(Type.String({ minLength: 1 })),
      expires: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
)

const validate = new Ajv().compile<Known[]>(KnownFile)

/**
 * Reads a file of known deviations.
 * @param ids the ids of all checks; an entry that matches none of them is an error
 * @throws BadInput
 */
export async function readKnownFile(path: string, ids: readonly string[]): Promise<Known[]> {
  const content = await readCommentedJson(path)
  if (!validate(content)) {
    const { instancePath = '', message, params } = validate.errors?.[0] ?? {}
    const at = instancePath.replace(/^\/(\d+)/, (_, index: string) => `entry ${Number(index) + 1}`) || 'it'
    const key = params?.['additionalProperty'] === undefined ? '' : ` (${params['additionalProperty']})`
    throw new BadInput(`${path}: ${at.replace('/', ', ')} ${message}${key}.`)
  }
  for (const { id, expires } of content) {
    if (!ids.some((each) => patternMatches(id, each)))
      throw new BadInput(`${path}: no check has an id like "${id}"; see \`nestbox list checks\`.`)
    if (expires !== undefined && !isDay(expires))
      throw new BadInput(`${path}: "${id}" expires on ${expires}, which is no day such as 2026-12-31.`)
  }
  return content
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Known deviations for all failures of a run; entries that still excuse a failure stay as they are. */
export function asKnown(results: readonly Result[], known: readonly Known[]): Known[] {
  const failed = results.filter(({ status }) => status === 'fail' || status === 'known')
  return [...new Set(failed.map(({ id }) => matching(known, id) ?? { id, reason: 'to be explained' }))]
}
