import { isObject, recordOf } from '../contract/objects.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { EggRow, EggVariableRow } from '../store/rows.ts'
import { brokenLimit } from './rules.ts'
import { Part } from './share-part.ts'

/** The content of an egg share file (PTDL_v1 or PTDL_v2) in the types of sections 2.5 and 2.6. */
export interface EggShare {
  readonly egg: Pick<EggRow, 'name' | 'author' | 'description' | 'features' | 'docker_images' | 'startup'> & {
    readonly config: Omit<EggRow['config'], 'extends'>
    readonly script: Pick<EggRow['script'], 'install' | 'entry' | 'container'>
  }
  readonly variables: readonly Pick<
    EggVariableRow,
    'name' | 'description' | 'env_variable' | 'default_value' | 'user_viewable' | 'user_editable' | 'rules'
  >[]
}

const versions: readonly unknown[] = ['PTDL_v1', 'PTDL_v2']

/**
 * Reads an egg share file. Real files are looser than the document: empty values,
 * JSON within strings and older names are converted to the document's types.
 * @param gap the gap `egg.format` decides about files of other versions
 * @throws BadShareFile naming the first field that cannot be read.
 */
export function readShareFile(text: string, gap: ReadGap): EggShare {
  const file = Part.of(text)
  const meta = file.at('meta')
  const isKnown = isObject(meta.value) && versions.includes(meta.at('version').value)
  if (!isKnown && gap('egg.format') === 'ptdl')
    throw meta.at('version').bad('in', `be ${versions.join(' or ')}`)
  return read(file)
}

/** The content of a share file that is already parsed. @throws BadShareFile */
export const shareOf = (json: unknown): EggShare => read(new Part(json, ''))

function read(file: Part): EggShare {
  const config = file.at('config')
  const script = file.at('scripts').at('installation')
  return {
    egg: {
      name: file.at('name').filled(),
      author: file.at('author').textOr(''),
      description: file.at('description').textOr(null),
      features: file.at('features').texts(),
      docker_images: images(file),
      startup: file.at('startup').textOr(''),
      config: {
        files: files(config.at('files').unpacked()),
        startup: { done: config.at('startup').unpacked().orEmpty().at('done').texts() },
        stop: config.at('stop').textOr(''),
        logs: logs(config.at('logs').unpacked().orEmpty()),
        file_denylist: file.at('file_denylist').texts(),
      },
      script: {
        install: script.at('script').textOr(''),
        entry: script.at('entrypoint').filled(),
        container: script.at('container').filled(),
      },
    },
    variables: variables(file.at('variables')),
  }
}

/** The image of servers that choose no other; an egg may have none. */
export const firstImage = ({ docker_images }: Pick<EggRow, 'docker_images'>): string =>
  Object.values(docker_images)[0] ?? ''

/** `docker_images` maps labels to images; in older files it is a list or one image, which serve as labels. */
function images(file: Part): Record<string, string> {
  const mapped = file.at('docker_images')
  if (mapped.isThere) return mapped.fields((image) => image.filled())
  const listed = file.at('images').isThere ? file.at('images') : file.at('image')
  return recordOf(listed.texts(), (image) => image)
}

const files = (part: Part): EggRow['config']['files'] =>
  part.fields((file) => ({
    parser: file.at('parser').filled(),
    find: file.at('find').fields((value) => value.asText()),
  }))

const logs = (part: Part): { custom: boolean; location: string } => ({
  custom: part.at('custom').flagOr(false),
  location: part.at('location').textOr(''),
})

/** Maximum number of variables of an egg. */
const mostVariables = 200

function variables(part: Part): EggShare['variables'] {
  const items = part.items()
  if (items.length > mostVariables) throw part.bad('max', `have at most ${mostVariables} variables`)
  const all = items.map((item) => {
    const env_variable = item.at('env_variable').filled()
    return {
      name: item.at('name').filled(),
      description: item.at('description').textOr(null),
      env_variable,
      default_value: defaultValue(item.at('default_value')),
      user_viewable: item.at('user_viewable').flagOr(false),
      user_editable: item.at('user_editable').flagOr(false),
      rules: rules(item.at('rules')),
    }
  })
  // Some real files have a variable twice; the last one counts, as in the panel.
  return [...new Map(all.map((variable) => [variable.env_variable, variable])).values()]
}

function rules(part: Part): string {
  const text = part.texts().join('|')
  const broken = brokenLimit(text)
  if (broken !== undefined) throw part.bad('max', broken)
  return text
}

/** Booleans become `1` and `0`, which the rule `boolean` accepts. */
const defaultValue = (part: Part): string =>
  typeof part.value === 'boolean' ? String(Number(part.value)) : part.asText()
