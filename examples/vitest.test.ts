// Every check as a test of your own suite: it shows up in your reports, your editor and your CI like any other.
import { type Nestbox, startNestbox } from 'nestbox'
import { discoverTarget } from 'nestbox/conformance'
import { conformanceTests } from 'nestbox/vitest'
import { afterAll } from 'vitest'

let server: Nestbox | undefined

afterAll(() => server?.close())

// In your suite: start your server here, and return `readTargetFile('./target.json')`.
conformanceTests(
  async () => {
    server = await startNestbox()
    return discoverTarget(server.url)
  },
  { name: 'our server' },
)
