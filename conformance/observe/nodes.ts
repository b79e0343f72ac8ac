import { inJson } from '../checks/check.ts'
import type { Attributes } from '../judge/parts.ts'
import { nestedItems } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { ask, control, isGranted } from './ask.ts'
import { fullNode } from './node-body.ts'
import type { Observers } from './observer.ts'

/** What even a service that wants most fields may do without. */
const dispensable = ['description', 'behind_proxy', 'maintenance_mode', 'upload_size']

/** What a node update takes and tells. */
export const nodes = {
  'node.partial': async (scenes) => {
    const { name, ...rest } = await fullNode(scenes)
    const alone = await ask(scenes, 'updateNode', { json: { name } })
    if (isGranted(alone)) {
      const { attributes } = granted(alone)
      const changed = Object.keys(rest).filter((field) => !isSame(field, attributes[field], rest[field]))
      if (changed.length === 0) return { observed: 'keep' }
      await putBack(scenes)
      return { observed: 'other', detail: `a name alone changes ${changed.join(', ')}` }
    }
    if (await takesWithout(scenes, ...dispensable)) {
      return (await takesWithout(scenes, ...dispensable, 'memory_overallocate'))
        ? { observed: 'other', detail: 'a name alone is refused, nine fields are enough' }
        : { observed: 'require-ten' }
    }
    return (await takesWithout(scenes, 'description'))
      ? { observed: 'other', detail: 'ten fields are refused, `description` may be left out' }
      : { observed: 'require' }
  },

  'node.ranges': async (scenes) => {
    if (!(await takes(scenes, { memory: 0 }))) return { observed: 'refuse', detail: 'no memory of 0' }
    return (await takes(scenes, { memory: -5 }))
      ? { observed: 'accept', detail: 'a memory of -5' }
      : { observed: 'other', detail: 'a memory of 0, but not of -5' }
  },

  'node.scheme': async (scenes) => ({
    observed: (await takes(scenes, { scheme: 'ftp' })) ? 'any' : 'http-https',
  }),

  'node.mounts': async (scenes) => {
    const { mounts } = (await control(scenes, 'updateNode')).attributes
    if (!Array.isArray(mounts)) return { observed: 'other', detail: inJson(mounts) }
    const [first] = mounts
    if (first === undefined) return noMounts(scenes)
    if (Number.isInteger(first)) return { observed: 'ids' }
    if (!isObject(first)) return { observed: 'other', detail: inJson(first) }
    if (first['object'] === 'mount' && isObject(first['attributes'])) return { observed: 'resources' }
    return Object.hasOwn(first, 'id') && Object.hasOwn(first, 'source')
      ? { observed: 'rows' }
      : { observed: 'other', detail: Object.keys(first).join(', ') }
  },
} satisfies Partial<Observers>

/** Whether an update with other values is granted; what it changed is put back. */
async function takes(scenes: Scenes, changes: Attributes): Promise<boolean> {
  const exchange = await ask(scenes, 'updateNode', { json: { ...(await fullNode(scenes)), ...changes } })
  const isTaken = isGranted(exchange)
  if (isTaken) await putBack(scenes)
  return isTaken
}

async function takesWithout(scenes: Scenes, ...left: readonly string[]): Promise<boolean> {
  const fields = Object.entries(await fullNode(scenes)).filter(([field]) => !left.includes(field))
  return isGranted(await ask(scenes, 'updateNode', { json: Object.fromEntries(fields) }))
}

async function putBack(scenes: Scenes): Promise<void> {
  await ask(scenes, 'updateNode', { json: await fullNode(scenes) })
}

/** An empty array is a choice only on a node that has mounts. */
async function noMounts(scenes: Scenes) {
  const { node } = scenes.session.target.resources
  const hasMounts = scenes.seen
    .found('mount')
    .some(({ attributes }) => nestedItems(attributes, 'nodes').some(({ id }) => id === node))
  return hasMounts
    ? ({ observed: 'empty' } as const)
    : ({
        observed: 'unseen',
        detail: 'the array is empty; whether the node has mounts is not known',
      } as const)
}
