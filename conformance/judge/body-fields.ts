export const nodeSizes = [
  'memory',
  'memory_overallocate',
  'disk',
  'disk_overallocate',
  'upload_size',
] as const
export const nodePorts = ['daemon_sftp', 'daemon_listen'] as const

/** The fields of the body of a node update, in the order of section 4.1. */
export const nodeFields = [
  ...['name', 'description', 'location_id', 'fqdn', 'scheme', 'behind_proxy', 'maintenance_mode'],
  ...nodeSizes,
  ...nodePorts,
] as const

/** The fields of the body of a startup update that the document names. Section 4.5. */
export const startupNames = ['startup', 'egg_id', 'docker_image'] as const

/** The fields of the body of a new user. Section 4.6. */
export const userFields = ['email', 'username', 'first_name', 'last_name'] as const
