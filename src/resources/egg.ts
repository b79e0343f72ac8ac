import type { EggRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { eggVariableResource } from './egg-variable.ts'
import { serverResource } from './server.ts'
import { tagResource } from './tag.ts'
import { nestMany, orEmpty } from './view.ts'

/** Section 2.5. */
export const eggResource = keptPerRow<EggRow>(
  ({ gap }) => [gap('nulls')],
  (view, egg, depth) => ({
    object: 'egg',
    attributes: {
      id: egg.id,
      uuid: egg.uuid,
      author: egg.author,
      name: egg.name,
      description: orEmpty(view, egg.description, ''),
      features: egg.features,
      docker_image: Object.values(egg.docker_images)[0] ?? '',
      docker_images: egg.docker_images,
      force_outgoing_ip: egg.force_outgoing_ip,
      config: { ...egg.config, extends: orEmpty(view, egg.config.extends, 0) },
      startup: egg.startup,
      script: { ...egg.script, extends: orEmpty(view, egg.script.extends, 0) },
      created_at: egg.created_at,
      updated_at: egg.updated_at,
      relationships: {
        variables: nestMany(view, depth, eggVariableResource, () => view.tables.variables.of('egg', egg.id)),
        tags: nestMany(view, depth, tagResource, () => view.tables.tags.rows(egg.tag_ids)),
        servers: nestMany(view, depth, serverResource, () => view.tables.servers.of('egg', egg.id)),
      },
    },
  }),
)
