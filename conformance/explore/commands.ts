import type { Exchange } from '../client/client.ts'
import type { Entry } from '../steps/step.ts'

/** Letters for the number of a user: a server may accept only names without digits. */
const lettersAt = (number: number): string =>
  [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')

/**
 * The commands that send the entries of a log again in a shell: one a line, with `sleep` for pauses, and with the names
 * of users made by the shell.
 * @param played the entries of each step; a number is a pause in milliseconds
 * @param commandOf makes the command of one request
 */
export function commandsOf(
  played: readonly (readonly Entry[] | number)[],
  commandOf: (exchange: Exchange) => string,
): readonly string[] {
  const names = new Map<string, string>()
  const command = ({ call, exchange }: Entry): string => {
    const curl = commandOf(exchange)
    if (call.operation !== 'createUser') return curl
    const [user] = String((exchange.ask.json as { email?: unknown } | undefined)?.email ?? '').split('@')
    if (user === undefined || user === '') return curl
    const letters = names.get(user) ?? lettersAt(names.size)
    names.set(user, letters)
    // `curlOf` makes a name from the current time; all commands of one user need the same name.
    return curl.replaceAll(`nb'"$(date +%s | tr 0-9 q-z)"'`, () => `'"\${new}${letters}"'`)
  }
  const lines = played.map((step) => {
    if (typeof step === 'number') return `sleep ${step / 1_000}`
    const all = step.map(command)
    return all.length > 1 ? `(${all.map((each) => `${each} &`).join(' ')} wait)` : (all[0] ?? '')
  })
  return names.size > 0 ? ['new=nb$(date +%s | tr 0-9 q-z)', ...lines] : lines
}
