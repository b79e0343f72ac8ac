import type { DeviationId } from '../contract/deviations.ts'
import { concerns, settableGapIds } from '../contract/gaps/index.ts'
import { errorSchemas } from '../contract/schemas/errors.ts'
import { gapList } from '../gaps/gap-list.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { Components } from './components.ts'
import { type DryRunContext, dryRuns } from './dry-run.ts'
import { exampleRowsIn } from './examples.ts'
import { headerComponents, headersFor } from './headers.ts'
import { info } from './info.ts'
import { described } from './operation.ts'
import { type Json, pathsOf } from './plain-schema.ts'
import { beyondTag, familyTags, type ShownTokens, securitySchemes } from './security.ts'

export interface OpenApiOptions extends DryRunContext {
  /** Version of Nestbox. */
  readonly version: string
  /** Tokens to show with the security schemes. */
  readonly tokens?: ShownTokens
  /** The deviations from the document that are set; none by default. */
  readonly deviations?: readonly DeviationId[]
}

/** An OpenAPI 3.1 description of the mocked API, ready for JSON. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Json
  readonly [name: string]: unknown
}

/** Describes the mocked API with its current gap settings, from the contract and by running its operations. */
export async function openApi(options: OpenApiOptions): Promise<OpenApi> {
  const { gapSettings, world, base, version, tokens, deviations = [] } = options
  const operations = await dryRuns(options)
  // There is no `await` from here on, since other requests may write to the world.
  const components = new Components(operations, gapSettings.gap('nulls'))
  const about = {
    gapSettings,
    rows: exampleRowsIn(world.tables),
    components,
    headers: headersFor(gapSettings),
  }
  const common = new Set(
    settableGapIds.filter((id) => operations.every(({ endpoint }) => concerns(id, endpoint.operation))),
  )
  return {
    openapi: '3.1.0',
    info: info(version, gapSettings, common, deviations),
    servers: [{ url: base, description: 'This mock.' }],
    tags: [...familyTags(), ...(operations.some(({ isBeyond }) => isBeyond) ? [beyondTag] : [])],
    paths: pathsOf(operations.map((each) => [each.endpoint.operation, described(each, common, about)])),
    components: {
      securitySchemes: securitySchemes(tokens),
      headers: headerComponents(gapSettings),
      schemas: { ...components.all(), ...errorComponent(gapSettings, components) },
    },
    'x-nestbox-world': { ...world.identity, checksum: world.checksum() },
    'x-nestbox-gaps': gapList(gapSettings),
    ...(deviations.length > 0 && { 'x-nestbox-deviations': deviations }),
  }
}

function errorComponent(gapSettings: GapSettings, components: Components): Json {
  const schema = errorSchemas[gapSettings.gap('error.body')]
  return schema
    ? { Error: { description: 'The reason why a request was refused.', ...components.use(schema) } }
    : {}
}
