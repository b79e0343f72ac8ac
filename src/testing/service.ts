import { onTestFinished } from 'vitest'
import { type Nestbox, startNestbox } from '../nestbox.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { standardToday } from '../store/world.ts'
import { expectNamedGaps } from './expect-named-gaps.ts'
import { type Json, parsed } from './parsed.ts'

export type { Json }

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

export interface Ask {
  readonly token?: string | undefined
  readonly json?: unknown
  readonly body?: string | Blob | FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** A real service on a free port, with a client that speaks plain HTTP; it ends with the test. */
export interface Service extends Nestbox {
  readonly application: string
  readonly root: string
  readonly user: string
  ask(method: string, path: string, ask?: Ask): Promise<Reply>
}

/** @param options the day is a fixed one, unless they name another: no test depends on the date of the machine */
export async function startService(options: NestboxOptions = {}): Promise<Service> {
  const service = await startForAll(options)
  onTestFinished(() => service.close())
  return service
}

/** The same for several tests; the caller closes it. */
export const startForAll = async (options: NestboxOptions = {}): Promise<Service> =>
  withClient(await startNestbox({ today: standardToday, ...options }))

function withClient(nestbox: Nestbox): Service {
  const { application, rootClient: root, userClient: user } = nestbox.tokens
  return {
    ...nestbox,
    get world() {
      return nestbox.world
    },
    application,
    root,
    user,
    async ask(method, path, { token, json, body, headers = {} } = {}) {
      const response = await fetch(nestbox.url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
      })
      expectNamedGaps(method, path, response.headers)
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: parsed(text) }
    },
  }
}

/** A multipart body with a file, as a browser would send it. */
export function upload(content: string | Blob, part = 'import_file', name = 'egg.json'): FormData {
  const form = new FormData()
  form.append(
    part,
    typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content,
    name,
  )
  return form
}
