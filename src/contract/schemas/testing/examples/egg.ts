import { nestedServer } from './cut-off.ts'
import { eggVariable } from './egg-variable.ts'
import { tag } from './tag.ts'

/** Section 2.5, written by hand from the document. */
export const egg = {
  object: 'egg',
  attributes: {
    id: 7,
    uuid: '2e94b7c3-a581-4df6-87b0-63d1f50e9a28',
    author: 'eggs@example.org',
    name: 'Skyblock',
    description: 'One block and what you make of it.',
    features: ['eula', 'java_version'],
    docker_image: 'registry.example.com/runtime/java:21',
    docker_images: {
      'Java 21': 'registry.example.com/runtime/java:21',
      'Java 17': 'registry.example.com/runtime/java:17',
    },
    force_outgoing_ip: false,
    config: {
      files: {
        'server.properties': {
          parser: 'properties',
          find: {
            'server-port': '{{server.build.default.port}}',
            'level-name': '{{server.build.env.WORLD}}',
          },
        },
      },
      startup: { done: [')! For help, type '] },
      stop: 'stop',
      logs: { custom: false, location: 'latest.log' },
      file_denylist: ['ops.json'],
      extends: 2,
    },
    startup: 'java -jar server.jar --world {{WORLD}}',
    script: {
      privileged: true,
      install: '#!/bin/ash\ncurl -o server.jar "$DOWNLOAD"',
      entry: 'ash',
      container: 'registry.example.com/installers/alpine:3',
      extends: 2,
    },
    created_at: '2025-11-05T08:29:00+00:00',
    updated_at: '2026-03-02T14:00:00+00:00',
    relationships: {
      variables: { object: 'list', data: [eggVariable] },
      tags: { object: 'list', data: [tag] },
      servers: { object: 'list', data: [nestedServer] },
    },
  },
}
