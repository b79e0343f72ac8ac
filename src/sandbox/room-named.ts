import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import { Impossible } from './impossible.ts'

const sandboxName = /^[a-z0-9-]{1,32}$/

/** The room of a sandbox, made on first use. @throws Impossible for a bad name */
export function roomNamed(site: Site, name: string): Room {
  if (!sandboxName.test(name)) {
    throw new Impossible(422, 'The `sandbox` must be 1 to 32 of a-z, 0-9 and hyphens.', {
      field: 'sandbox',
      rule: 'regex',
    })
  }
  return site.rooms.sandbox(name)
}
