import { serverList } from './server-list.js'

export default {
  title: 'Server list',
  render: (_, { loaded: { nestbox } }) => serverList({ url: nestbox.url, token: nestbox.tokens.userClient }),
}

export const FirstDay = {}

export const Suspended = {
  parameters: { rows: { servers: [{ owner: 3, name: 'Arena', status: 'suspended' }] } },
}

export const Unavailable = {
  parameters: { faults: [{ path: '/api/client', code: 503 }] },
}
