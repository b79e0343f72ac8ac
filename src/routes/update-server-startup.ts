import * as Type from '@sinclair/typebox'
import { without } from '../contract/objects.ts'
import { operations } from '../contract/operations.ts'
import { nextEnvironment, type SentEnvironment } from '../eggs/environment.ts'
import { firstImage } from '../eggs/share-file.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { broken, decidedBy, requiring } from '../http/bodies/fields.ts'
import { invalid } from '../http/errors.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf, type View } from '../resources/view.ts'
import { accepts, type EggRow, type ServerRow } from '../store/rows.ts'
import { referenced } from './call.ts'
import { endpoint } from './endpoint.ts'

const environment = Type.Unsafe<SentEnvironment | []>({
  says: 'an object',
  panelRules: { required: ['present'], anyOf: ['array'] },
  described: 1,
  anyOf: [
    {
      type: 'object',
      additionalProperties: {
        type: ['string', 'number', 'boolean', 'null'],
        says: 'a string, a number, true, false or null',
      },
    },
    { type: 'array', maxItems: 0, says: 'an object', panelRules: { maxItems: ['array'] } },
  ],
})

const skipScripts = Type.Boolean({ panelRules: { required: ['present'] } })

/** In the order in which the real panel names the fields in errors. */
const fields = {
  startup: Type.String({ minLength: 1 }),
  environment,
  variables: environment,
  egg_id: Type.Integer(),
  docker_image: Type.String({
    maxLength: 191,
    pattern: '^~?[A-Za-z0-9][A-Za-z0-9._/:@ -]*$',
    says: 'a container image reference',
  }),
  skip_scripts: skipScripts,
  skip_install: skipScripts,
}

const anyImage = { docker_image: Type.String({ minLength: 1 }) }

/** The names of the environment and install-script fields, which the document does not give. */
const [usualNames, otherNames] = [
  ['environment', 'skip_scripts'],
  ['variables', 'skip_install'],
] as const

const namesOf = (gap: ReadGap) =>
  gap('startup.fields') === 'environment-skip_scripts' ? usualNames : otherNames

const bodyFor = (gap: ReadGap) => {
  const closed = namesOf(gap) === usualNames ? otherNames : usualNames
  const open = without({ ...fields, ...(gap('startup.images') === 'any' && anyImage) }, ...closed)
  // The fields are optional, so the type is the same with and without the closed ones.
  return requiring(open as typeof fields, () => gap('startup.partial') === 'require')
}

/** Updates the startup of a server. Section 4.5. */
export const updateServerStartup = endpoint(operations.updateServerStartup, {
  bodySchema: bodyFor,
  decidedBy: decidedBy('startup.images', { docker_image: fields.docker_image }),
  handle(call, server: ServerRow) {
    const { world, view, body, now } = call
    const [environmentName, skipName] = namesOf(view.gap)
    const { eggs, variables, servers } = world.tables
    const egg = referenced(view.gap, eggs, 'egg_id', body.egg_id) ?? eggs.must(server.egg_id)
    const isNewEgg = egg.id !== server.egg_id
    if (isNewEgg) refuseForeignEgg(view, server, egg)
    const sent = body[environmentName]
    const { environment, broken: values } = nextEnvironment({
      server,
      variables: variables.of('egg', egg.id),
      isNewEgg,
      sent: Array.isArray(sent) ? {} : sent,
      field: environmentName,
      gap: view.gap,
    })
    if (values.length > 0) throw invalid(...values)
    const next: ServerRow = {
      ...server,
      egg_id: egg.id,
      startup: body.startup ?? (isNewEgg ? egg.startup : server.startup),
      image: body.docker_image ?? (isNewEgg ? firstImage(egg) || server.image : server.image),
      skip_scripts: body[skipName] ?? server.skip_scripts,
      environment,
      updated_at: now,
    }
    return resourceOf('server', 'top')(view, servers.replace(next), depthOf(view))
  },
})

/** A node without game tags accepts any egg; whether tagged nodes refuse foreign eggs is a gap. Section 4.2. */
function refuseForeignEgg({ tables, gap }: View, server: ServerRow, egg: EggRow): void {
  const node = tables.nodes.must(server.node_id)
  if (accepts(node, egg) || gap('tags.enforced') === 'allow') return
  const slugs = tables.tags.rows(node.tag_ids).map((tag) => tag.slug)
  throw invalid(
    broken('egg_id', 'in', `be an egg with one of the tags that the node accepts: ${slugs.join(', ')}`),
  )
}
