import { shown } from '../faults/shown.ts'
import type { Room } from '../room.ts'
import { sandboxName } from '../sandbox-name.ts'
import type { Site } from '../site.ts'
import { Impossible } from './impossible.ts'

const whole = new RegExp(`^${sandboxName.pattern}$`)

/** The room of a sandbox, made on first use. @throws Impossible for a bad name */
export function roomNamed(site: Site, name: unknown): Room {
  if (typeof name !== 'string' || !whole.test(name)) {
    throw new Impossible(422, `The \`sandbox\` must be ${sandboxName.says}, not ${shown(name)}.`, {
      field: 'sandbox',
      rule: 'regex',
    })
  }
  return site.rooms.sandbox(name)
}
