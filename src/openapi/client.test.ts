import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import { exampleEgg } from '../eggs/example-egg.ts'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, startService } from '../testing/service.ts'
import { openApi } from './open-api.ts'
import { asRead } from './testing/described.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

it('lets a generator of clients make one that compiles and drives every operation', async () => {
  const service = await startService()
  const { world, url, application, root: rootClient, user: userClient } = service
  const description = await openApi({
    gapSettings: new GapSettings(),
    world,
    base: url,
    version: '1',
    now: '2026-06-01T12:00:00+00:00',
  })
  const { askAll } = await compiled(astToString(await openapiTS(asRead(description))))

  const [server] = world.tables.servers.of('user', seedUserIds.owner)
  const seen = await askAll({
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

/** Compiles the example with the generated types beside it, as strictly as Nestbox itself, and loads what comes out. */
async function compiled(types: string): Promise<Json> {
  const folder = await mkdtemp(join(tmpdir(), 'nestbox-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(root('node_modules'), join(folder, 'node_modules'), 'junction')
  await cp(root('examples/generated-client/program.ts'), join(folder, 'program.ts'))
  await writeFile(join(folder, 'api.ts'), types)
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
