import type { Mock } from './mock.ts'
import type { Question } from './questions.ts'

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

/** A share file with variables of the names and rules that the questions expect. */
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

/** Sends a question. */
export async function ask({ url, names, tokens }: Mock, question: Question): Promise<Response> {
  const { method, path, token, headers } = question
  const { type, body } = bodyOf(question)
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

function bodyOf(question: Question): { type?: string; body?: string } {
  const { json, text, without = [], part } = question
  if (text !== undefined) return { type: 'application/json', body: text }
  if (part) return { type: 'multipart/form-data; boundary=XX', body: upload(part) }
  const fields = json ?? usual(question)
  if (!fields) return {}
  const left = Object.entries(fields).filter(([name]) => !without.includes(name))
  return { type: 'application/json', body: JSON.stringify(Object.fromEntries(left)) }
}

function usual(question: Question): object | undefined {
  if (question.node) return { ...node, ...question.node }
  if (question.startup) return { ...startup, ...question.startup }
  return question.user && { first_name: 'Cap', last_name: 'Ture', ...question.user }
}

function upload({ name, filename, type, ...content }: NonNullable<Question['part']>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const head = [
    `Content-Disposition: form-data; name="${name}"${file}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  return ['--XX', ...head, '', content.egg ? egg : content.content, '--XX--', ''].join('\r\n')
}

/** Numbers stand in bodies without quotation marks: `"{node}"` becomes `1`. */
const filled = (text: string, names: Mock['names']): string =>
  text
    .replaceAll(/"\{(\w+)\}"/g, (whole, name) => (name in names ? JSON.stringify(names[name]) : whole))
    .replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name) => (name in names ? String(names[name]) : whole))
