import { Client } from '../../conformance/client/client.ts'
import type { TokenName } from '../../conformance/client/credentials.ts'
import { knock, Unreachable } from '../../conformance/client/probe.ts'
import { hiding, Redactor, secretsOf } from '../../conformance/client/redact.ts'
import { Unjudged } from '../../conformance/client/unjudged.ts'
import { type Survey, survey } from '../../conformance/target/survey.ts'
import type { Values } from '../flags.ts'
import { complain, Failure } from '../terminal.ts'
import { connectionFor } from './connection.ts'
import type { connectionFlags } from './flags.ts'

/**
 * Reads the resources of a server. Refused requests and missing read operations are reported on stderr.
 * @returns undefined if no server responds; the reason is then on stderr
 */
export async function surveyServer(
  baseUrl: string,
  tokens: Partial<Record<TokenName, string>>,
  values: Values<typeof connectionFlags>,
): Promise<Survey | undefined> {
  const connection = await connectionFor(values)
  const client = new Client({ ...connection, baseUrl, tokens })
  try {
    await knock(baseUrl, connection)
    const { headers } = connection
    const redactor = new Redactor(secretsOf({ tokens, headers }))
    const found = await hiding(redactor, () => survey(client, tokens))
    const [barred] = found.barred
    if (barred)
      throw new Failure(
        `The token ${barred[0]} is refused (${redactor.text(barred[1])}); nothing was written.`,
      )
    for (const line of found.refused.map((each) => redactor.text(each))) complain(`Not found: ${line}`)
    if (found.missing.length > 0)
      complain(
        `The server has none of these reads, which is usual, since the document does not have them: ${found.missing.join(', ')}. Fill in their values by hand.`,
      )
    // No token is written, whatever the server shows.
    return redactor.value(found)
  } catch (error) {
    const isUnjudged = error instanceof Unjudged
    if (!isUnjudged && !(error instanceof Unreachable)) throw error
    complain(isUnjudged ? `There is nothing to find: ${error.message}.` : error.message)
    return undefined
  } finally {
    await client.close()
  }
}
