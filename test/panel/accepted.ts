/** The names of exchanges in which the mock server differs from the real panel on purpose, by the reason. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'The panel fails with an internal error. No client relies on it, and the mock server refuses or accepts the request.':
    ['4.1 boolean as 1', '4.1 fractional memory', '4.3 malformed JSON', '4.5 environment as list'],
  'Tokens of the mock server have neither permissions nor addresses, so it accepts the token.': [
    '4.1: token applicationReadOnly',
    '4.1: token rootClientOtherIp',
    '4.6: token applicationReadOnly',
    '4.6 read-only key, empty body',
  ],
  'Nodes of the mock server have no daemon, so no daemon can be unreachable.': ['4.1 daemon unreachable'],
  'The panel has operations that the document does not describe, so its paths allow other methods.': [
    '4.1 PUT (405)',
    '4.7 OPTIONS',
    '4.7 POST is other route / DELETE 405',
  ],
  'The mock server looks up the location only when all other fields are valid.': ['4.1 bad values'],
}

/** The names of all exchanges in which the mock server differs. */
export const accepted: readonly string[] = Object.values(reasons).flat()
