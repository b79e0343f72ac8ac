import { byId, type Call, found } from './call.ts'
import { readShare } from './egg-share.ts'
import type { Fields } from './envelopes.ts'
import { readPart } from './multipart.ts'
import { Refusal } from './refusal.ts'
import { viewEgg } from './views.ts'

/** Section 4.3. Keeps id, UUID, author and tags of the egg, and reads the other fields from the file. */
export function importEgg(call: Call): Fields {
  const egg = found(byId(call.site.world.eggs, call.parameter))
  const file = readPart(call.body, call.headers['content-type'], 'import_file')
  if (file === undefined) throw new Refusal(400, 'Send the egg in a part named import_file.')
  Object.assign(egg, readShare(file, egg))
  return viewEgg(call.site, egg)
}
