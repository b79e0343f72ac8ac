import type * as wire from '../../../src/contract/wire.ts'
import rows from './world.json' with { type: 'json' }

/**
 * The rows of this server. Fields have the names and the types of the API; counts, and what else other rows show, are in
 * views. References that the API does not have are `...Ids`.
 */
export interface World {
  locations: Omit<wire.Location, 'nodes_count' | 'servers_count'>[]
  nodes: (Omit<wire.Node, 'allocated_resources'> & { tagIds: number[] })[]
  tags: Omit<wire.Tag, 'eggs_count' | 'nodes_count'>[]
  eggs: (wire.Egg & { variables: wire.EggVariable[]; tagIds: number[] })[]
  users: wire.User[]
  servers: (Omit<wire.Server, 'container'> & {
    container: Omit<wire.Server['container'], 'environment'>
    /** Values that differ from the defaults of the egg, by names of variables. */
    values: Map<string, string>
  })[]
  allocations: Omit<wire.Allocation, 'server_name' | 'assigned'>[]
  mounts: (Omit<wire.Mount, 'eggs_count' | 'nodes_count' | 'servers_count' | 'mounted'> & {
    /** An empty list of eggs or nodes includes all of them. */
    eggIds: number[]
    nodeIds: number[]
    serverIds: number[]
  })[]
  backups: (wire.Backup & { serverId: number })[]
  databaseHosts: string[]
  databases: (Omit<wire.Database, 'server'> & { id: number; host: string; serverId: number })[]
}

export type Row<T extends Exclude<keyof World, 'databaseHosts'>> = World[T][number]

/** A small world that was written by hand, with many backups and databases. */
export function createWorld(): World {
  // TypeScript takes a field that is null in each row for one that is always null.
  const written = structuredClone(rows) as unknown as World
  return {
    ...written,
    servers: written.servers.map((server) => ({ ...server, values: new Map() })),
    backups: Array.from({ length: 64 }, (_, index) => backup(index + 1)),
    databases: Array.from({ length: 58 }, (_, index) => database(index + 1)),
  }
}

/** A backup for every six hours. Each ninth has failed, and the newest one is not completed. */
function backup(number: number): Row<'backups'> {
  const begun = Date.UTC(2024, 0, 1) + number * 6 * 60 * 60 * 1000
  const running = number === 64
  const successful = !running && number % 9 !== 0
  return {
    serverId: 51,
    uuid: `7C1E5A90-3B2D-4F68-9A01-${(1000 + number).toString(16).padStart(12, '0').toUpperCase()}`,
    is_successful: successful,
    is_locked: number % 10 === 0,
    name: `Backup ${number}`,
    ignored_files: number % 5 === 0 ? ['cache/', '*.log'] : [],
    checksum: successful ? `md5:${number.toString(16).padStart(32, '0')}` : null,
    bytes: successful ? 1_000_000 + number : 0,
    created_at: stamp(begun),
    completed_at: running ? null : stamp(begun + 90_000),
  }
}

function database(number: number): Row<'databases'> {
  const serverId = 51 + (number % 3)
  return {
    id: number,
    host: number === 1 ? 'eu-8' : 'eu-7',
    serverId,
    name: `s${serverId}_db${number}`,
    username: `u${number}_player`,
    connections_from: number % 2 === 0 ? '%' : '10.0.%',
    max_connections: number % 4 === 0 ? null : 25,
  }
}

const TWO_HOURS = 2 * 60 * 60 * 1000

/** A timestamp in the format of this server: ISO 8601 basic format, UTC+2 with its offset, and a decimal comma. */
function stamp(milliseconds: number): string {
  const extended = new Date(milliseconds + TWO_HOURS).toISOString()
  return extended.replaceAll(/[-:]/g, '').replace('.', ',').replace('Z', '+02')
}

export const now = (): string => stamp(Date.now())
