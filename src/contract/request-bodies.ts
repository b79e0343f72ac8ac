import type { Node, Server } from './wire.ts'

/** The fields of the body of the node update. Section 4.1. */
export const nodeUpdateFields = [
  ...(['name', 'description', 'location_id', 'fqdn', 'scheme', 'behind_proxy', 'maintenance_mode'] as const),
  ...(['memory', 'memory_overallocate', 'disk', 'disk_overallocate', 'upload_size'] as const),
  ...(['daemon_sftp', 'daemon_listen'] as const),
] as const

/**
 * The types of the JSON request bodies for client code, as the mock accepts them by default. The document leaves the
 * names and the required fields open. Section 4.9.
 */
export interface Bodies {
  /** Any details of a node. Section 4.1. */
  updateNode: Partial<Pick<Node, (typeof nodeUpdateFields)[number]>>
  /** Ids, slugs or names of tags. Section 4.2. */
  syncNodeTags: { tags: (number | string)[] }
  /** The parts of the startup that change. Section 4.5. */
  updateServerStartup: {
    startup?: Server['container']['startup_command']
    egg_id?: number
    docker_image?: string
    environment?: Record<string, string | number | boolean | null>
    skip_scripts?: boolean
  }
  /** A new user. Section 4.6. */
  createUser: {
    email: string
    username: string
    first_name: string
    last_name: string
    external_id?: string | null
    language?: string | null
    root_admin?: boolean
    password?: string | null
  }
}
