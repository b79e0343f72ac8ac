import { startNestbox } from 'nestbox'

/** Starts the service in Node, and gives its URL and tokens to the tests in the browser. */
export default async function setup({ provide }) {
  const nestbox = await startNestbox({ gaps: { 'operations.beyond': 'companions' } })
  const { application, rootClient, userClient } = nestbox.tokens
  provide('nestbox', { url: nestbox.url, tokens: { application, rootClient, userClient } })
  return () => nestbox.close()
}
