import type { Exchange } from './exchanges.ts'
import type { Mock } from './mock.ts'

const node = {
  name: 'Node One',
  description: 'seeded',
  location_id: '{location}',
  fqdn: '127.0.0.1',
  scheme: 'http',
  behind_proxy: false,
  maintenance_mode: false,
  memory: 8192,
  memory_overallocate: 0,
  disk: 50_000,
  disk_overallocate: 0,
  upload_size: 100,
  daemon_sftp: 2022,
  daemon_listen: 8191,
  daemon_base: '/srv/custom',
}

const startup = {
  startup: 'java -jar {{SERVER_JARFILE}}',
  environment: {},
  egg_id: '{egg}',
  docker_image: 'example/java:21',
  skip_scripts: false,
}

const variable = (env_variable: string, default_value: string, rules: string) => ({
  ...{ name: env_variable, description: '', env_variable, default_value, rules },
  ...{ user_viewable: true, user_editable: true, field_type: 'text' },
})

/** A share file whose variables have the names and rules of those in the exchanges. */
const egg = JSON.stringify({
  meta: { version: 'PTDL_v2', update_url: null },
  name: 'Example',
  author: 'egg@example.com',
  description: 'An egg.',
  features: ['eula'],
  docker_images: { 'Java 21': 'example/java:21' },
  file_denylist: [],
  startup: 'java -jar {{SERVER_JARFILE}}',
  config: {
    files: JSON.stringify({ 'server.properties': { parser: 'properties', find: { port: '25565' } } }),
    startup: JSON.stringify({ done: ['ready'] }),
    logs: '{}',
    stop: 'stop',
  },
  scripts: { installation: { script: 'true', container: 'example/installer:1', entrypoint: 'ash' } },
  variables: [
    variable('MINECRAFT_VERSION', 'latest', 'nullable|string|max:20'),
    variable('SERVER_JARFILE', 'server.jar', 'required|regex:/^[\\w.-]+\\.jar$/'),
    variable('DL_PATH', '', 'nullable|string'),
    variable('BUILD_NUMBER', 'latest', 'required|string|max:20'),
  ],
})

/** Sends the request of an exchange to the mock server. */
export async function sendRequest({ url, names, tokens }: Mock, exchange: Exchange): Promise<Response> {
  const { method, path, token, headers } = exchange
  const { type, body } = bodyOf(exchange)
  return fetch(url + filled(path, names), {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(type !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${tokens[token]}` }),
      ...headers,
    },
    ...(body !== undefined && { body: filled(body, names) }),
  })
}

function bodyOf(exchange: Exchange): { type?: string; body?: string } {
  const { json, text, without = [], part } = exchange
  if (text !== undefined) return { type: 'application/json', body: text }
  if (part) return { type: 'multipart/form-data; boundary=XX', body: upload(part) }
  const fields = json ?? updatedFields(exchange)
  if (!fields) return {}
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name))
  return { type: 'application/json', body: JSON.stringify(Object.fromEntries(kept)) }
}

/** A valid node update, startup update or user with the differing fields of the exchange. */
function updatedFields(exchange: Exchange): object | undefined {
  if (exchange.node) return { ...node, ...exchange.node }
  if (exchange.startup) return { ...startup, ...exchange.startup }
  return exchange.user && { first_name: 'Cap', last_name: 'Ture', ...exchange.user }
}

function upload({ name, filename, type, ...content }: NonNullable<Exchange['part']>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const head = [
    `Content-Disposition: form-data; name="${name}"${file}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  return ['--XX', ...head, '', content.egg ? egg : content.content, '--XX--', ''].join('\r\n')
}

/** Replaces the names in a text by their values. A number replaces the quotation marks as well: `"{node}"` becomes `1`. */
const filled = (text: string, names: Mock['names']): string =>
  text
    .replaceAll(/"\{(\w+)\}"/g, (whole, name) => (name in names ? JSON.stringify(names[name]) : whole))
    .replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name) => (name in names ? String(names[name]) : whole))
