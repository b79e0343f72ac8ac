import { startNestbox } from 'nestbox'

/** Starts one mock server for all workers. */
export default async function globalSetup() {
  globalThis.nestbox = await startNestbox({ scenario: 'empty' })
  process.env.NESTBOX_URL = globalThis.nestbox.url
  process.env.NESTBOX_USER_TOKEN = globalThis.nestbox.tokens.userClient
}
