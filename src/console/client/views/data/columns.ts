/** The columns of each table after the id. */
export const columns: Readonly<Record<string, readonly string[]>> = {
  locations: ['short', 'long'],
  tags: ['name', 'slug', 'color', 'is_predefined'],
  nodes: ['name', 'fqdn', 'location_id', 'tag_ids', 'memory', 'disk', 'maintenance_mode'],
  eggs: ['name', 'author', 'tag_ids', 'startup'],
  variables: ['env_variable', 'name', 'egg_id', 'default_value', 'rules'],
  users: ['username', 'email', 'first_name', 'last_name', 'root_admin'],
  servers: ['name', 'status', 'user_id', 'node_id', 'egg_id', 'allocation_id', 'uuid'],
  allocations: ['ip', 'port', 'node_id', 'server_id', 'notes'],
  mounts: ['name', 'source', 'target', 'read_only', 'server_ids'],
  backups: ['name', 'server_id', 'is_successful', 'is_locked', 'bytes', 'completed_at'],
  hosts: ['name', 'host', 'port'],
  databases: ['name', 'host_id', 'server_id', 'username', 'max_connections'],
}
