import type { Credential } from '../client.ts'

/** Who asked, in words. */
export const bearers: Readonly<Record<Credential, string>> = {
  none: 'without a token',
  empty: 'with an empty bearer',
  garbage: 'with a token that nobody issued',
  altered: 'with a token that has one character changed',
  application: 'with the application token',
  rootClient: 'with the client token of the root administrator',
  userClient: 'with the client token of the ordinary user',
}

/** What stands for the token in a report, by the names that the curl commands have. */
export const authorizations: Readonly<Record<Credential, string | undefined>> = {
  none: undefined,
  empty: 'Bearer ',
  garbage: 'Bearer garbage',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a name for a shell to fill in
  altered: 'Bearer ${NESTBOX_ROOT_TOKEN}x',
  application: 'Bearer $NESTBOX_APPLICATION_TOKEN',
  rootClient: 'Bearer $NESTBOX_ROOT_TOKEN',
  userClient: 'Bearer $NESTBOX_USER_TOKEN',
}
