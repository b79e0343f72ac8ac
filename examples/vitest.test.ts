// Runs every check of the conformance kit as a test of Vitest, so that it appears in reports, editors and CI.
import { type Nestbox, startNestbox } from 'nestbox'
import { discoverTarget } from 'nestbox/conformance'
import { conformanceTests } from 'nestbox/vitest'
import { afterAll } from 'vitest'

let server: Nestbox | undefined

afterAll(() => server?.close())

// In your suite, start your own server here, and return `readTargetFile('./target.json')`.
conformanceTests(
  async () => {
    server = await startNestbox()
    return discoverTarget(server.url)
  },
  { name: 'our server' },
)
