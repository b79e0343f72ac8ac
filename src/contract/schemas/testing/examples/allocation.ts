/** Section 2.9, written by hand from the document. */
export const allocation = {
  object: 'allocation',
  attributes: {
    id: 91,
    ip: '203.0.113.20',
    alias: 'play.example.org',
    port: 25565,
    notes: 'front door',
    server_id: 12,
    server_name: 'Skyblock',
    assigned: true,
  },
}
