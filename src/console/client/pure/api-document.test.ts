import { describe, expect, it } from 'vitest'
import { type ApiDocument, operationsOf, pathWith, readPath } from './api-document.ts'

const document: ApiDocument = {
  paths: {
    '/api/client/account': {
      get: {
        ...{ operationId: 'showAccount', summary: 'Show', 'x-nestbox-section': '4.9' },
        'x-nestbox-beyond-the-document': true,
      },
    },
    '/api/client/servers/{server_uuid}/backups': {
      get: {
        ...{ operationId: 'listServerBackups', summary: 'List server backups' },
        'x-nestbox-section': '4.7',
        parameters: [
          { name: 'server_uuid', in: 'path', schema: { type: 'string' }, example: 'u-1' },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'sort', in: 'query', schema: { enum: ['name', 'id'] } },
          { $ref: '#/components/parameters/sandbox' },
        ],
      },
    },
    '/api/admin/eggs/{egg_id}/import': {
      post: {
        ...{ operationId: 'importEgg', summary: 'Update egg from import' },
        'x-nestbox-section': '4.3',
        requestBody: {
          content: { 'multipart/form-data': { schema: { properties: { import_file: { type: 'string' } } } } },
        },
      },
    },
    '/api/application/nodes/{node}': {
      patch: {
        ...{ operationId: 'updateNode', summary: 'Update node' },
        'x-nestbox-section': '4.1',
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/NodeUpdate' },
              example: { name: 'a' },
            },
          },
        },
        'x-nestbox-gaps': ['body.unknown'],
      },
    },
  },
  components: {
    schemas: {
      NodeUpdate: { type: 'object', properties: { name: { $ref: '#/components/schemas/Name' } } },
      Name: { type: 'string' },
    },
  },
}

describe('operationsOf', () => {
  const all = operationsOf(document)

  it('sorts operations as in the document, and puts other operations last', () => {
    expect(all.map(({ id, section, isBeyond }) => [id, section, isBeyond])).toEqual([
      ['updateNode', '4.1', false],
      ['importEgg', '4.3', false],
      ['listServerBackups', '4.7', false],
      ['showAccount', undefined, true],
    ])
  })

  it('resolves references to schemas and finds the example', () => {
    expect(all[0]).toMatchObject({
      method: 'PATCH',
      family: 'application',
      gaps: ['body.unknown'],
      body: { kind: 'json', schema: { properties: { name: { type: 'string' } } }, example: { name: 'a' } },
    })
  })

  it('recognizes an upload by its file part', () => {
    expect(all[1]?.body).toEqual({ kind: 'file', part: 'import_file' })
  })

  it('reads the parameters of the path and the query', () => {
    expect(all[2]?.parameters).toMatchObject([
      { name: 'server_uuid', in: 'path', isRequired: true, example: 'u-1' },
      { name: 'page', in: 'query', isRequired: false, kind: 'text' },
      { name: 'sort', in: 'query', kind: 'choice' },
    ])
  })
})

const template = '/api/client/servers/{server_uuid}/backups'

describe('pathWith', () => {
  it('fills in parameters and appends the query', () => {
    expect(pathWith(template, { server_uuid: 'a/b' }, { page: '2', per_page: '5' })).toBe(
      '/api/client/servers/a%2Fb/backups?page=2&per_page=5',
    )
  })

  it('adds no question mark without a query', () => {
    expect(pathWith('/api/application/users', {}, {})).toBe('/api/application/users')
  })
})

describe('readPath', () => {
  it('reads the parameters of a path', () => {
    expect(readPath(template, '/api/client/servers/a%2Fb/backups?page=2')).toEqual({ server_uuid: 'a/b' })
    expect(readPath(template, '/api/client/servers/%zz/backups')).toEqual({ server_uuid: '%zz' })
  })

  it('returns undefined for a path of another operation', () => {
    expect(readPath(template, '/api/client/servers/1/mounts')).toBeUndefined()
  })
})
