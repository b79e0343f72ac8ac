import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { makeWorld } from '../fixtures/index.ts'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { type Json, startService } from '../testing/service.ts'
import { type OpenApi, openApi } from './open-api.ts'
import { asRead } from './testing/described.ts'
import { withoutExamples } from './without-examples.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

it('generates a client that compiles and can call every operation', async () => {
  const service = await startService()
  const { world, url, application, root: rootClient, user: userClient } = service
  const description = await openApi({
    gapSettings: new GapSettings(),
    world: makeWorld({}),
    base: url,
    version: '1',
    now: '2026-06-01T12:00:00+00:00',
  })
  const program = await readFile(root('examples/generated-client/program.ts'), 'utf8')
  const { callAllOperations } = await compiled({ program, api: await typesOf(description) })

  const [server] = world.tables.servers.of('user', seedUserIds.owner)
  const seen = await callAllOperations({
    url,
    tokens: { application, rootClient, userClient },
    server: server?.uuid,
    node: server?.node_id,
    egg: server?.egg_id,
    host: '1',
    file: JSON.stringify(exampleEgg),
  })
  expect(seen).toMatchObject({
    name: 'renamed',
    tags: [],
    images: exampleEgg.docker_images,
    command: 'run {{SERVER_PORT}}',
    resource: expect.stringMatching(/^http/),
    perPage: 2,
    count: expect.any(Number),
    rule: 'unique',
  })
  expect(seen.mounted.length).toBeGreaterThan(0)
  expect(seen.servers.length).toBeGreaterThan(0)
})

it('generates a client that can narrow what a companion includes in a list', async () => {
  const description = await openApi({
    gapSettings: new GapSettings().set('operations.beyond', 'companions'),
    world: makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 }),
    base: 'http://127.0.0.1:4141',
    version: '1',
    now: '2026-06-01T12:00:00+00:00',
  })
  const program = `
    import type { components } from './api.ts'
    type Page = components['schemas']['ServerPage']
    export const games = ({ data }: Page): string[] =>
      data.map(({ attributes: { name, relationships } }) => {
        const egg = relationships?.egg
        return egg && 'attributes' in egg ? egg.attributes.name : name
      })`
  const { games } = await compiled({ program, api: await typesOf(description) })
  expect(games({ data: [{ attributes: { name: 'Arena' } }] })).toEqual(['Arena'])
})

it.each(['literal', 'panel'])('generates the same types without examples, in profile %s', async (name) => {
  const description = await openApi({
    gapSettings: profile(name),
    world: makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 }),
    base: 'http://127.0.0.1:4141',
    version: '1',
    now: '2026-06-01T12:00:00+00:00',
  })
  // Two types are the same if no conditional type can distinguish them.
  const program = `
      import type * as lean from './lean.ts'
      import type * as whole from './whole.ts'
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
      type Schemas = 'schemas'
      export const same: [
        Same<whole.paths, lean.paths>,
        Same<whole.operations, lean.operations>,
        Same<whole.components[Schemas], lean.components[Schemas]>,
        Same<whole.paths, lean.operations>,
      ] = [true, true, true, false]`
  const [whole, lean] = [await typesOf(description), await typesOf(withoutExamples(description))]
  expect(lean).not.toBe(whole)
  expect((await compiled({ program, whole, lean })).same).toHaveLength(4)
})

const typesOf = async (description: OpenApi) => astToString(await openapiTS(asRead(description)))

/** Compiles files of TypeScript by name, as strictly as Nestbox itself, and loads the one named `program`. */
async function compiled(files: Readonly<Record<string, string>>): Promise<Json> {
  const folder = await mkdtemp(join(tmpdir(), 'nestbox-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(root('node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, `${name}.ts`), source)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: root('tsconfig.json'),
      compilerOptions: { noEmit: false, outDir: 'out', rootDir: '.', lib: ['es2023', 'dom', 'dom.iterable'] },
      include: ['*.ts'],
      exclude: [],
    }),
  )
  const compiler = spawn(process.execPath, [root('node_modules/typescript/bin/tsc'), '-p', folder])
  const said = Promise.all([text(compiler.stdout), text(compiler.stderr)])
  const [code] = await once(compiler, 'close')
  expect([code, ...(await said)]).toEqual([0, '', ''])
  return import(pathToFileURL(join(folder, 'out', 'program.js')).href)
}
