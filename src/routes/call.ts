import type { View } from '../resources/view.ts'
import type { UserRow } from '../store/rows.ts'
import type { World } from '../store/world.ts'

/** The URL of a request: path without sandbox, and the raw query without `?`. */
export interface PageUrl {
  readonly path: string
  readonly query: string
}

/** A request to an operation, with the caller and the world. */
export interface Call<B = unknown> {
  readonly world: World
  readonly view: View
  /** Parameters of the path, by the names of section 4. */
  readonly params: Readonly<Record<string, string>>
  readonly url: PageUrl
  readonly user: UserRow
  readonly body: B
  /** The time of the request, ISO 8601 with `+00:00`. */
  readonly now: string
}
