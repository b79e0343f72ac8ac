import { allocation } from './allocation.ts'
import { nestedEgg, nestedLocation, nestedNode, nestedServer, nestedUser } from './cut-off.ts'
import { eggVariable } from './egg-variable.ts'
import { serverVariable } from './server-variable.ts'
import { tag } from './tag.ts'

/** One valid nested resource of each kind that section 2 has in relationships. */
export const exampleNested = {
  node: nestedNode,
  location: nestedLocation,
  tag,
  egg: nestedEgg,
  egg_variable: eggVariable,
  server_variable: serverVariable,
  server: nestedServer,
  allocation,
  user: nestedUser,
}
