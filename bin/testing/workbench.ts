import { afterAll, beforeAll } from 'vitest'
import { type Nestbox, startNestbox } from '../../src/index.ts'
import { standardToday } from '../../src/store/world.ts'
import { get } from './api.ts'
import { type Folder, folder } from './folder.ts'
import { proxyTo } from './proxy.ts'
import type { Ended } from './run.ts'

/** The fixtures of tests of the kit's commands. */
export interface Workbench {
  /** A mock server in this process. */
  readonly mock: Nestbox
  /** A temporary directory for target files and reports. */
  readonly files: Folder
}

/** Creates the fixtures for the tests of a file. */
export function workbench(): Workbench {
  const made: { mock?: Nestbox; files?: Folder } = {}
  beforeAll(async () => {
    made.mock = await startNestbox({ today: standardToday })
    made.files = await folder()
  })
  afterAll(async () => {
    await made.mock?.close()
    await made.files?.[Symbol.asyncDispose]()
  })
  // `beforeAll` sets both fields before the first test.
  return made as Workbench
}

let sandboxes = 0

/** The base URL of a new sandbox. */
export function sandboxAt(url: string): string {
  sandboxes += 1
  return `${url}/~own-${sandboxes}`
}

/** The target file of a sandbox. */
export async function targetOf(url: string, sandbox: string): Promise<Record<string, unknown>> {
  const { body } = await get(`${url}/~${sandbox}/_nestbox/target.json`)
  return body as Record<string, unknown>
}

/** A URL without a server: only the system can use the port. */
export const nobody = 'http://127.0.0.1:1'

/** The checks that a `broken` server fails. */
export const countCheck = '2.12/backup-count'
export const emailCheck = '4.6/creates-email'

/** A server that breaks two clauses: `backup_count` is a string, and new users get another e-mail address. */
export const broken = (url: string) =>
  proxyTo(url, (response, path) => {
    if (path.includes('/backups')) return response.replace(/"backup_count":(\d+)/, '"backup_count":"$1"')
    return path.includes('/users') ? response.replace(/"email":"/, '"email":"not-') : response
  })

interface Report {
  readonly target: string
  readonly verdict: string
  readonly cut?: number
  readonly summary: Readonly<Record<string, number>>
  readonly results: readonly { readonly id: string; readonly status: string; readonly message?: string }[]
}

/** The JSON report of a run. */
export const reportOf = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report

export const statusOf = (ended: Ended, id: string): string | undefined =>
  reportOf(ended).results.find((each) => each.id === id)?.status
