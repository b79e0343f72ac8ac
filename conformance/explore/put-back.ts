import type { Fixtures } from '../judge/fixtures.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import type { Tables } from './tables.ts'

/** Puts back the second node and server of a target, which only an exploration writes whole. */
export async function putBackOthers({ session }: Fixtures, { sites }: Tables): Promise<void> {
  for (const { operation, subject, names, fields, tokens } of sites) {
    const [named = ''] = names
    if (subject === 'otherNode' && operation === 'syncNodeTags')
      session.ledger.push(`node ${named}: its tags were not put back`)
    if (subject === 'otherEgg') session.ledger.push(`egg ${named}: a file of the kit is in it`)
    if (!fields || tokens.length === 0 || !subject.startsWith('other')) continue
    const exchange = await session.send(operation, { named, fields }).catch(ignoreUnjudged)
    if (!exchange || !wasGranted(exchange))
      session.ledger.push(
        `${subject === 'otherNode' ? 'node' : 'server'} ${named}: what was sent to it was not put back`,
      )
  }
}
