import type { TObject } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { without } from '../contract/objects.ts'
import { operations } from '../contract/operations.ts'
import { type EggShare, readShareFile } from '../eggs/share-file.ts'
import { BadShareFile } from '../eggs/share-part.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { broken } from '../http/bodies/fields.ts'
import type { Parts } from '../http/bodies/read-parts.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf } from '../resources/view.ts'
import type { EggRow } from '../store/rows.ts'
import type { Call } from './call.ts'
import { endpoint } from './endpoint.ts'

// The type is the one of the parts that were received, not that of the description.
const parts = Type.Object({
  import_file: Type.String({ format: 'binary', says: 'an egg share file: JSON, as panels export it' }),
}) as unknown as TObject & { static: Parts }

/** Updates an egg from a share file. Section 4.3. */
export const importEgg = endpoint(operations.importEgg, {
  bodySchema: () => parts,
  handle(call, egg: EggRow) {
    const { view, body } = call
    const share = readShare(body, view.gap)
    updateVariables(call, egg, share)
    return resourceOf('egg', 'top')(view, updateEgg(call, egg, share), depthOf(view))
  },
})

function readShare({ files, fields }: Parts, gap: ReadGap): EggShare {
  const text = files.get('import_file')
  if (text === undefined) {
    throw invalid(
      fields.has('import_file')
        ? broken('import_file', 'file', 'be an uploaded file, not a plain field')
        : broken('import_file', 'required', 'be sent: the part that holds the egg share file'),
    )
  }
  try {
    return readShareFile(text, gap)
  } catch (error) {
    if (!(error instanceof BadShareFile)) throw error
    // The document does not describe the fields of the file.
    gap('egg.format')
    if (gap('import.refusals') === 'by-content') throw refusedByContent(text, error)
    const fields = error.wrong && [{ ...error.wrong, field: error.wrong.field || 'import_file' }]
    throw new ApiError('badFile', error.message, { ...(fields && { fields }) })
  }
}

/** The control characters that text files do not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters identify binary files
const binary = /[\0-\x08\x0e-\x1a]/

/** The refusal of a file that is not an egg share file, by the media type that its content suggests. */
function refusedByContent(text: string, { message }: BadShareFile): ApiError {
  const isText = text.trim() !== '' && !binary.test(text) && !isScalar(text)
  return isText
    ? new ApiError('badFile', message)
    : invalid(broken('import_file', 'mimetypes', 'be a file of text or JSON'))
}

/** Whether a text is JSON without an object or array. */
const isScalar = (text: string): boolean =>
  /^\s*(?:-?[\d.]+(?:e[+-]?\d+)?|"[^"]*"|true|false|null)\s*$/i.test(text)

function updateEgg({ world, view, now }: Call, egg: EggRow, { egg: shared }: EggShare): EggRow {
  const keeps = view.gap('import.keeps')
  return world.tables.eggs.replace({
    ...egg,
    ...shared,
    // A file without images says nothing about them, and a server needs one. Section 4.5.
    docker_images: Object.keys(shared.docker_images).length > 0 ? shared.docker_images : egg.docker_images,
    author: keeps === 'author-and-tags' ? egg.author : shared.author,
    tag_ids: keeps === 'bare' ? [] : egg.tag_ids,
    config: { ...shared.config, extends: egg.config.extends },
    script: { ...egg.script, ...shared.script },
    updated_at: now,
  })
}

/** Variables are matched by `env_variable`; variables that the file lacks are removed, with their values in servers. */
function updateVariables({ world, now }: Call, egg: EggRow, share: EggShare): void {
  const { variables } = world.tables
  const old = new Map(variables.of('egg', egg.id).map((variable) => [variable.env_variable, variable]))
  for (const [index, shared] of share.variables.entries()) {
    const known = old.get(shared.env_variable)
    const fields = { ...shared, sort_order: index + 1, updated_at: now }
    if (known) variables.replace({ ...known, ...fields })
    else variables.insert({ egg_id: egg.id, ...fields, created_at: now })
    old.delete(shared.env_variable)
  }
  // The highest id is removed first, since the ids after a removed id move up in their array.
  for (const { id } of [...old.values()].reverse()) variables.remove(id)
  if (old.size > 0) forgetValues(world, egg, new Set(old.keys()))
}

function forgetValues({ tables: { servers } }: Call['world'], egg: EggRow, names: ReadonlySet<string>): void {
  for (const server of servers.of('egg', egg.id)) {
    const lost = Object.keys(server.environment).filter((name) => names.has(name))
    if (lost.length > 0) servers.replace({ ...server, environment: without(server.environment, ...lost) })
  }
}
