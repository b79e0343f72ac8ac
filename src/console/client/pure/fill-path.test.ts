import { describe, expect, it } from 'vitest'
import { fillPath, readPath } from './fill-path.ts'

const template = '/api/client/servers/{server_uuid}/backups'

describe('fillPath', () => {
  it('fills in parameters and appends the query', () => {
    expect(fillPath(template, { server_uuid: 'a/b' }, { page: '2', per_page: '5' })).toBe(
      '/api/client/servers/a%2Fb/backups?page=2&per_page=5',
    )
  })

  it('has no question mark without a query', () => {
    expect(fillPath('/api/application/users', {}, {})).toBe('/api/application/users')
  })
})

describe('readPath', () => {
  it('finds the parameters again', () => {
    expect(readPath(template, '/api/client/servers/a%2Fb/backups?page=2')).toEqual({ server_uuid: 'a/b' })
    expect(readPath(template, '/api/client/servers/%zz/backups')).toEqual({ server_uuid: '%zz' })
  })

  it('knows a path of another operation', () => {
    expect(readPath(template, '/api/client/servers/1/mounts')).toBeUndefined()
  })
})
