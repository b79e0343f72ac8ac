import { expect, it } from 'vitest'
import { ControlError } from '../contract/checking/errors-in.ts'
import { UnknownGapSetting } from '../gaps/gap-settings.ts'
import { type Service, startService } from '../testing/service.ts'

const start = () => startService({ scenario: 'empty' })

/** All that calls can change. */
const everything = (of: Service): string =>
  JSON.stringify([of.info(), of.snapshots(), of.gaps.list(), of.tokens.list(), of.requests()])

type Same = readonly [method: string, path: string, json?: unknown]

/** A value of a program without types. */
const given = (value: unknown) => value as never

it.each<[what: string, act: (of: Service) => unknown, says: string, same?: Same]>([
  [
    'an unknown change of a token',
    ({ tokens }) => tokens.change({ userClient: given({ stats: 'revoked' }) }),
    'The `userClient` has no field `stats`; did you mean `status`?',
    ['PATCH', 'tokens', { userClient: { stats: 'revoked' } }],
  ],
  [
    'an unknown status of a token',
    ({ tokens }) => tokens.change({ userClient: { status: given('nope') } }),
    'The `userClient.status` must be one of active, revoked, expired, not "nope".',
    ['PATCH', 'tokens', { userClient: { status: 'nope' } }],
  ],
  [
    'an unknown kind of a token',
    ({ tokens }) => tokens.change({ userClient: { kind: given('nope') } }),
    'The `userClient.kind` must be one of application, client, not "nope".',
    ['PATCH', 'tokens', { userClient: { kind: 'nope' } }],
  ],
  [
    'a boolean that is a string',
    ({ tokens }) => tokens.change({ rootClient: { rootAdministrator: given('no') } }),
    'The `rootClient.rootAdministrator` must be true or false, not "no".',
    ['PATCH', 'tokens', { rootClient: { rootAdministrator: 'no' } }],
  ],
  [
    'a valid change before an invalid one',
    ({ tokens }) => tokens.change({ rootClient: { status: 'revoked' }, userClient: given('revoked') }),
    'The `userClient` must be an object or null, not "revoked".',
    ['PATCH', 'tokens', { rootClient: { status: 'revoked' }, userClient: 'revoked' }],
  ],
  [
    'no changes of tokens',
    ({ tokens }) => tokens.change(given(null)),
    'A change of tokens must be an object with at most 10000 tokens, not null.',
    ['PATCH', 'tokens', null],
  ],
  [
    'an unknown kind of a new token',
    ({ tokens }) => tokens.issue({ kind: given('x'), user: 3 }),
    'The `kind` must be one of application, client, not "x".',
    ['POST', 'tokens', { kind: 'x', user: 3 }],
  ],
  [
    'a new token without a user',
    ({ tokens }) => tokens.issue(given({ kind: 'client' })),
    'A new token must have the field `user`: the id, user name or e-mail address of a user.',
    ['POST', 'tokens', { kind: 'client' }],
  ],
  [
    'a new token of an unknown id in a string',
    ({ tokens }) => tokens.issue({ kind: 'client', user: '99' }),
    'There is no user "99".',
    ['POST', 'tokens', { kind: 'client', user: '99' }],
  ],
  [
    'a name of a new token that is too long',
    ({ tokens }) => tokens.issue({ kind: 'client', user: 3, name: 'x'.repeat(65) }),
    `The \`name\` must be a string that is not empty, of at most 64 characters, not "${'x'.repeat(65)}".`,
    ['POST', 'tokens', { kind: 'client', user: 3, name: 'x'.repeat(65) }],
  ],
  [
    'no object for a new token',
    ({ tokens }) => tokens.issue(given(undefined)),
    'A new token must be an object, not undefined.',
  ],
  [
    'a scale that is a string',
    (of) => of.reset({ scale: given('5') }),
    'The `scale` must be an integer from 1 to 10000, not "5".',
  ],
  [
    'a scale that is too large',
    (of) => of.reset({ scale: 10_001 }),
    'The `scale` must be an integer from 1 to 10000, not 10001.',
    ['POST', 'reset?scale=10001'],
  ],
  [
    'a seed that is a number',
    (of) => of.reset({ seed: given(5) }),
    'The `seed` must be a string that is not empty, of at most 1000 characters, not 5.',
  ],
  [
    'an empty seed',
    (of) => of.reset({ seed: '' }),
    'The `seed` must be a string that is not empty, of at most 1000 characters, not "".',
    ['POST', 'reset?seed='],
  ],
  [
    'an unknown scenario',
    (of) => of.reset({ scenario: given('foo') }),
    'The `scenario` must be one of demo, empty, bare, edge, not "foo".',
    ['POST', 'reset?scenario=foo'],
  ],
  ['null for a reset', (of) => of.reset(given(null)), 'A reset must be an object, not null.'],
  [
    'a number for a snapshot',
    (of) => of.snapshot(given(5)),
    'The `name` must be 1 to 64 letters, digits, hyphens, underscores and dots, with no dot in front, not 5.',
    ['POST', 'snapshots', { name: 5 }],
  ],
  [
    'no name for a sandbox',
    (of) => of.sandbox(given(undefined)),
    'The `sandbox` must be 1 to 32 of a-z, 0-9 and hyphens, not undefined.',
  ],
  [
    'an object for a sandbox',
    (of) => of.sandbox(given({ toString: 5 })),
    'The `sandbox` must be 1 to 32 of a-z, 0-9 and hyphens, not {"toString":5}.',
  ],
  [
    'an object for a restore',
    (of) => of.restore(given(Object.create(null))),
    'There is no snapshot {}; none was taken yet.',
  ],
  [
    'an invalid name of a sandbox',
    (of) => of.sandbox('Mine'),
    'The `sandbox` must be 1 to 32 of a-z, 0-9 and hyphens, not "Mine".',
    ['GET', 'state?sandbox=Mine'],
  ],
  [
    'null for a change of gap settings',
    ({ gaps }) => gaps.set(given(null)),
    'A change of gap settings must be an object with at most 1000 gaps, not null.',
    ['PATCH', 'gaps', null],
  ],
  [
    'a choice that is a number',
    ({ gaps }) => gaps.set({ 'users.case': given(5) }),
    'The `users.case` must be a string of at most 1000 characters or null, not 5.',
    ['PATCH', 'gaps', { 'users.case': 5 }],
  ],
  [
    'null for criteria',
    (of) => of.requests(given(null)),
    'A search of the log must be an object, not null.',
    ['POST', 'requests/count', null],
  ],
  [
    'a string as criteria',
    (of) => of.requests(given('all')),
    'A search of the log must be an object, not "all".',
  ],
])('refuses a wrong argument with one sentence, and changes nothing: %s', async (_, act, says, same) => {
  const service = await start()
  const before = everything(service)
  const error = await Promise.resolve()
    .then(() => act(service))
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof ControlError)) throw error
  expect(error.message).toBe(says)
  if (same) {
    const [method, path, json] = same
    const reply = await service.ask(method, `/_nestbox/${path}`, { json })
    expect([reply.status, reply.json.detail]).toEqual([422, says])
    expect(reply.json.errors).toEqual([{ ...error.wrong, detail: says }])
  }
  expect(everything(service)).toBe(before)
  expect((await service.ask('GET', '/_nestbox/sandboxes')).json.sandboxes).toEqual([])
})

it('refuses an unknown choice of a gap with the known choices', async () => {
  const service = await start()
  const unknown = () => service.gaps.get(given('nope'))
  expect(unknown).toThrow(UnknownGapSetting)
  expect(unknown).toThrow(/^There is no gap "nope"; the gaps are status\.success, /)
  expect(() => service.gaps.get(given('constructor'))).toThrow(UnknownGapSetting)
})

it('shows the beginning of the long name of a gap or a profile', async () => {
  const service = await start()
  const long = given('x'.repeat(900))
  const shown = `"${'x'.repeat(79)}...`
  expect(() => service.gaps.get(long)).toThrow(`There is no gap ${shown}; the gaps are`)
  expect(() => service.gaps.set({ profile: long })).toThrow(`There is no profile ${shown}; the profiles are`)
})

it('treats an undefined field as missing', async () => {
  const service = await start()
  const before = everything(service)
  await service.reset(given({ seed: undefined, scale: undefined }))
  service.tokens.change(given({ userClient: { status: undefined } }))
  service.gaps.set(given({ 'users.case': undefined, profile: undefined }))
  expect(service.requests(given({ method: undefined, path: undefined }))).toEqual([])
  expect(everything(service)).toBe(before)
})
