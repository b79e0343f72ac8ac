/** Section 2.13, written by hand from the document. */
export const database = {
  object: 'database',
  attributes: {
    server: { id: 12, name: 'Skyblock' },
    name: 's12_stats',
    username: 'u12_kestrel',
    connections_from: '10.0.%',
    max_connections: 40,
  },
}
