/** An example of an egg share file, as panels export it. */
export const exampleEgg = {
  _comment: 'An example to import',
  meta: { version: 'PTDL_v2', update_url: null },
  exported_at: '2026-06-01T12:00:00+00:00',
  name: 'Paper, tuned',
  author: 'eggs@example.org',
  description: 'Paper with flags for a steady garbage collector.',
  features: ['eula', 'java_version'],
  docker_images: {
    'Java 21': 'ghcr.io/pterodactyl/yolks:java_21',
    'Java 17': 'ghcr.io/pterodactyl/yolks:java_17',
  },
  file_denylist: ['ops.json.lock'],
  startup: 'java -Xms128M -Xmx{{SERVER_MEMORY}}M -XX:+UseG1GC -jar {{SERVER_JARFILE}}',
  config: {
    files: JSON.stringify({
      'server.properties': { parser: 'properties', find: { 'server-port': '{{server.build.default.port}}' } },
    }),
    startup: JSON.stringify({ done: ')! For help, type ' }),
    logs: '{}',
    stop: 'stop',
  },
  scripts: {
    installation: {
      script: '#!/bin/bash\ncd /mnt/server\ncurl -fL -o "$SERVER_JARFILE" "$DL_PATH"\n',
      container: 'ghcr.io/pterodactyl/installers:debian',
      entrypoint: 'bash',
    },
  },
  variables: [
    {
      name: 'Server jar',
      description: 'Name of the jar to start.',
      env_variable: 'SERVER_JARFILE',
      default_value: 'server.jar',
      user_viewable: true,
      user_editable: true,
      rules: 'required|regex:/^([\\w\\d._-]+)(\\.jar)$/',
      field_type: 'text',
    },
    {
      name: 'Download address',
      description: 'Where to take the jar from.',
      env_variable: 'DL_PATH',
      default_value: '',
      user_viewable: true,
      user_editable: false,
      rules: 'nullable|url',
      field_type: 'text',
    },
  ],
}
