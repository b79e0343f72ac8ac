import { pathOf } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { knownOther } from '../judge/operations/update-node.ts'
import { showsStartup } from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import { restoreStartup } from '../judge/restore.ts'
import type { Tables } from './tables.ts'

/** Puts back the second node and server of a target, which only an exploration writes completely. */
export async function putBackOthers(fixtures: Fixtures, { sites }: Tables): Promise<void> {
  const { session } = fixtures
  const sent = session.client.exchanges.map(({ ask }) => ask)
  for (const { operation, subject, names, fields, tokens } of sites) {
    const [named = ''] = names
    const isWritten = sent.some(
      ({ method, path, spelling }) =>
        method !== 'GET' &&
        names.some((name) => path.split('?')[0] === pathOf(operation, name, {}, spelling)),
    )
    if (!isWritten) continue
    if (subject === 'otherNode' && operation === 'syncNodeTags')
      session.ledger.push(`node ${named}: its tags were not put back`)
    if (subject === 'otherEgg') session.ledger.push(`egg ${named}: a file of the kit is in it`)
    if (!fields || tokens.length === 0 || !subject.startsWith('other')) continue
    const isServer = operation === 'updateServerStartup'
    const whole = isServer ? await restoreStartup(fixtures, Number(named)).catch(ignoreUnjudged) : undefined
    // If no response showed the node before, its fields are those of the first one.
    const isKnown = isServer || (await fixtures.play(knownOther).catch(ignoreUnjudged)) !== undefined
    const again = () => session.send(operation, { named, fields }).catch(ignoreUnjudged)
    const exchange = whole ?? (isKnown ? await again() : undefined)
    const isShown = whole && showsStartup(session, await fixtures.companion('showServer', Number(named)))
    if (isServer && !isShown) session.ledger.push(`server ${named}: its environment was not put back`)
    if (!exchange || !wasGranted(exchange))
      session.ledger.push(`${isServer ? 'server' : 'node'} ${named}: what was sent to it was not put back`)
  }
}
