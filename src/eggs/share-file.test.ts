import { describe, expect, it } from 'vitest'
import { absent, edited, type Json } from '../contract/schemas/testing/edit.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type EggShare, readShareFile } from './share-file.ts'
import { BadShareFile } from './share-part.ts'

/** A share file as the panel writes it today. */
const current: Json = {
  _comment: 'DO NOT EDIT',
  meta: { version: 'PTDL_v2', update_url: null },
  exported_at: '2025-01-01T00:00:00+00:00',
  name: 'Paper',
  author: 'parker@example.com',
  description: 'High performance.',
  features: ['eula', 'java_version'],
  docker_images: { 'Java 21': 'example.com/java:21', 'Java 17': 'example.com/java:17' },
  file_denylist: ['server.key'],
  startup: 'java -jar {{SERVER_JARFILE}}',
  config: {
    files:
      '{"server.properties":{"parser":"properties","find":{"server-port":"{{server.build.default.port}}"}}}',
    startup: '{"done":")! For help, type "}',
    logs: '{"custom":true,"location":"logs/latest.log"}',
    stop: 'stop',
  },
  scripts: { installation: { script: '#!/bin/ash', container: 'example.com/alpine', entrypoint: 'ash' } },
  variables: [
    {
      name: 'Jar',
      description: 'The file to start.',
      env_variable: 'SERVER_JARFILE',
      default_value: 'server.jar',
      user_viewable: true,
      user_editable: false,
      rules: 'required|string',
      field_type: 'text',
    },
  ],
}

const { gap } = new GapSettings().set('egg.format', 'ptdl')

const readText = (text: string): EggShare => readShareFile(text, gap)

const read = (file: Json): EggShare => readText(JSON.stringify(file))

/** The same with another value, or none, at a JSON pointer. */
const readWith = (pointer: string, to: Json | typeof absent): EggShare => read(edited(current, pointer, to))

/** The same as the older version has it, with images where it has them. */
const old = (images: { readonly [key: string]: Json }): EggShare =>
  read({
    ...(edited(current, '/docker_images', absent) as { readonly [key: string]: Json }),
    meta: { version: 'PTDL_v1' },
    ...images,
  })

const variable = (share: EggShare) => share.variables[0]

describe('a share file', () => {
  it('is read in full', () => {
    expect(read(current)).toEqual({
      egg: {
        name: 'Paper',
        author: 'parker@example.com',
        description: 'High performance.',
        features: ['eula', 'java_version'],
        docker_images: { 'Java 21': 'example.com/java:21', 'Java 17': 'example.com/java:17' },
        startup: 'java -jar {{SERVER_JARFILE}}',
        config: {
          files: {
            'server.properties': {
              parser: 'properties',
              find: { 'server-port': '{{server.build.default.port}}' },
            },
          },
          startup: { done: [')! For help, type '] },
          stop: 'stop',
          logs: { custom: true, location: 'logs/latest.log' },
          file_denylist: ['server.key'],
        },
        script: { install: '#!/bin/ash', container: 'example.com/alpine', entry: 'ash' },
      },
      variables: [
        {
          name: 'Jar',
          description: 'The file to start.',
          env_variable: 'SERVER_JARFILE',
          default_value: 'server.jar',
          user_viewable: true,
          user_editable: false,
          rules: 'required|string',
        },
      ],
    })
  })

  it('can start with a byte order mark', () => {
    expect(readText(`\uFEFF${JSON.stringify(current)}`)).toEqual(read(current))
  })

  it('can have any white space', () => {
    expect(readText(`\r\n${JSON.stringify(current, null, '\t')}\r\n`)).toEqual(read(current))
  })

  it('keeps the order of images, files and variables', () => {
    const variables = ['Z', 'A', 'M'].map((env_variable) => ({ env_variable, name: env_variable }))
    const share = read({
      ...(current as { readonly [key: string]: Json }),
      docker_images: { z: 'z', a: 'a', m: 'm' },
      variables,
    })
    expect(Object.keys(share.egg.docker_images)).toEqual(['z', 'a', 'm'])
    expect(share.variables.map(({ name }) => name)).toEqual(['Z', 'A', 'M'])
  })

  it('is equal with its nested JSON unpacked', () => {
    const share = read({
      ...(current as { readonly [key: string]: Json }),
      config: {
        files: {
          'server.properties': {
            parser: 'properties',
            find: { 'server-port': '{{server.build.default.port}}' },
          },
        },
        startup: { done: ')! For help, type ' },
        logs: { custom: true, location: 'logs/latest.log' },
        stop: 'stop',
      },
    })
    expect(share).toEqual(read(current))
  })
})

describe('a share file with missing or unusual fields', () => {
  it.each<[what: string, images: { readonly [key: string]: Json }, is: { readonly [key: string]: string }]>([
    ['one image', { image: 'a/b:1' }, { 'a/b:1': 'a/b:1' }],
    ['a list of images', { images: ['a/b:1', 'c:2'] }, { 'a/b:1': 'a/b:1', 'c:2': 'c:2' }],
    ['a list with one image', { image: ['a/b:1'] }, { 'a/b:1': 'a/b:1' }],
    ['an empty list', { images: [] }, {}],
    ['null', { images: null, image: null }, {}],
    ['nothing', {}, {}],
    ['a list and a single image', { images: ['a'], image: 'b' }, { a: 'a' }],
    ['named images and a list', { docker_images: { A: 'a' }, images: ['b'] }, { A: 'a' }],
    ['no named images, but a list', { docker_images: null, images: ['b'] }, { b: 'b' }],
    ['named images as an empty list', { docker_images: [] }, {}],
    ['no named images', { docker_images: {} }, {}],
  ])('is read with these images: %s', (_, images, is) => {
    expect(old(images).egg.docker_images).toEqual(is)
  })

  it.each<[what: string, startup: Json | typeof absent, done: string[]]>([
    ['a text', '{"done":"ready"}', ['ready']],
    ['a list', '{"done":["ready","steady"]}', ['ready', 'steady']],
    ['a list with null and empty items', '{"done":["ready",null,""]}', ['ready']],
    ['an empty string', '{"done":""}', []],
    ['null', '{"done":null}', []],
    ['missing', '{}', []],
    ['in an empty list', '[]', []],
    ['in an empty string', '', []],
    ['in null as JSON', 'null', []],
    ['in null', null, []],
    ['in nothing', absent, []],
    ['in an object', { done: ['ready'], userInteraction: [] }, ['ready']],
  ])('is read with this end of the startup: %s', (_, startup, done) => {
    expect(readWith('/config/startup', startup).egg.config.startup).toEqual({ done })
  })

  const noLogs = { custom: false, location: '' }

  it.each<[what: string, logs: Json | typeof absent, is: typeof noLogs]>([
    ['an empty object', '{}', noLogs],
    ['an empty list', '[]', noLogs],
    ['null as JSON', 'null', noLogs],
    ['null', null, noLogs],
    ['an empty string', '', noLogs],
    ['white space', ' \r\n', noLogs],
    ['nothing', absent, noLogs],
    ['an object instead of JSON text', {}, noLogs],
    ['a list instead of JSON text', [], noLogs],
    ['a flag as a number', '{"custom":1}', { custom: true, location: '' }],
    ['a location only', '{"location":"logs"}', { custom: false, location: 'logs' }],
    ['a location that is null', '{"custom":false,"location":null}', noLogs],
  ])('is read with these logs: %s', (_, logs, is) => {
    expect(readWith('/config/logs', logs).egg.config.logs).toEqual(is)
  })

  it.each<[what: string, files: Json | typeof absent, is: EggShare['egg']['config']['files']]>([
    ['an empty object', '{}', {}],
    ['an empty list', '[]', {}],
    ['an empty string', '', {}],
    ['null', null, {}],
    ['nothing', absent, {}],
    ['a file without values', '{"a":{"parser":"file"}}', { a: { parser: 'file', find: {} } }],
    ['a file with an empty list', '{"a":{"parser":"file","find":[]}}', { a: { parser: 'file', find: {} } }],
    ['a byte order mark', '\uFEFF{"a":{"parser":"file"}}', { a: { parser: 'file', find: {} } }],
    ['line breaks', '{\r\n    "a": {"parser": "file"}\r\n}', { a: { parser: 'file', find: {} } }],
  ])('is read with these files: %s', (_, files, is) => {
    expect(readWith('/config/files', files).egg.config.files).toEqual(is)
  })

  it.each<[what: string, value: Json, is: string]>([
    ['a text', 'x', 'x'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['a number', 25565, '25565'],
    ['zero', 0, '0'],
    ['null', null, ''],
    ['an object', { 'a.b': 'c' }, '{"a.b":"c"}'],
    ['a list', ['a', 1], '["a",1]'],
  ])('is read with this replacement in a file: %s', (_, value, is) => {
    const files = JSON.stringify({ a: { parser: 'yaml', find: { key: value } } })
    expect(readWith('/config/files', files).egg.config.files).toEqual({
      a: { parser: 'yaml', find: { key: is } },
    })
  })

  it.each<
    [
      pointer: string,
      what: string,
      value: Json | typeof absent,
      is: (share: EggShare) => unknown,
      so: unknown,
    ]
  >([
    ['/features', 'null', null, ({ egg }) => egg.features, []],
    ['/features', 'missing', absent, ({ egg }) => egg.features, []],
    ['/features', 'an empty object', {}, ({ egg }) => egg.features, []],
    ['/features', 'one text', 'eula', ({ egg }) => egg.features, ['eula']],
    ['/file_denylist', 'null', null, ({ egg }) => egg.config.file_denylist, []],
    ['/file_denylist', 'missing', absent, ({ egg }) => egg.config.file_denylist, []],
    ['/file_denylist', 'one text', 'a.key', ({ egg }) => egg.config.file_denylist, ['a.key']],
    ['/file_denylist', 'an empty text', '', ({ egg }) => egg.config.file_denylist, []],
    ['/file_denylist', 'an empty object', {}, ({ egg }) => egg.config.file_denylist, []],
    ['/file_denylist', 'a list with gaps', ['', 'a', null], ({ egg }) => egg.config.file_denylist, ['a']],
    ['/author', 'missing', absent, ({ egg }) => egg.author, ''],
    ['/author', 'null', null, ({ egg }) => egg.author, ''],
    ['/description', 'missing', absent, ({ egg }) => egg.description, null],
    ['/description', 'null', null, ({ egg }) => egg.description, null],
    ['/description', 'empty', '', ({ egg }) => egg.description, ''],
    ['/startup', 'null', null, ({ egg }) => egg.startup, ''],
    ['/startup', 'missing', absent, ({ egg }) => egg.startup, ''],
    ['/config/stop', 'null', null, ({ egg }) => egg.config.stop, ''],
    ['/config/stop', 'missing', absent, ({ egg }) => egg.config.stop, ''],
    ['/scripts/installation/script', 'null', null, ({ egg }) => egg.script.install, ''],
    ['/scripts/installation/script', 'missing', absent, ({ egg }) => egg.script.install, ''],
    ['/variables', 'null', null, ({ variables }) => variables, []],
    ['/variables', 'missing', absent, ({ variables }) => variables, []],
    ['/variables', 'empty', [], ({ variables }) => variables, []],
    ['/meta/update_url', 'missing', absent, ({ egg }) => egg.name, 'Paper'],
  ])('is read with the field %s: %s', (pointer, _, value, is, so) => {
    expect(is(readWith(pointer, value))).toEqual(so)
  })

  it.each<
    [
      field: 'default_value' | 'rules' | 'description',
      what: string,
      value: Json | typeof absent,
      is: string | null,
    ]
  >([
    ['default_value', 'null', null, ''],
    ['default_value', 'missing', absent, ''],
    ['default_value', 'a number', 25565, '25565'],
    ['default_value', 'zero', 0, '0'],
    ['default_value', 'true', true, '1'],
    ['default_value', 'false', false, '0'],
    ['rules', 'a list', ['required', 'string', 'max:5'], 'required|string|max:5'],
    ['rules', 'a list with gaps', ['required', '', null], 'required'],
    ['rules', 'a pattern with a bar in a list', ['regex:/^(a|b)$/', 'string'], 'regex:/^(a|b)$/|string'],
    ['rules', 'null', null, ''],
    ['rules', 'missing', absent, ''],
    ['description', 'null', null, null],
    ['description', 'missing', absent, null],
  ])('is read with these %s of a variable: %s', (field, _, value, is) => {
    expect(variable(readWith(`/variables/0/${field}`, value))?.[field]).toBe(is)
  })

  it.each<[value: Json | typeof absent, is: boolean]>([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    [0, false],
    ['0', false],
    [null, false],
    [absent, false],
  ])('is read with a flag: %j is %s', (value, is) => {
    expect(variable(readWith('/variables/0/user_viewable', value))?.user_viewable).toBe(is)
    expect(variable(readWith('/variables/0/user_editable', value))?.user_editable).toBe(is)
  })

  it('is read with keys like __proto__, which are ordinary keys', () => {
    const text = JSON.stringify(current)
      .replaceAll('Java 21', '__proto__')
      .replaceAll('server.properties', '__proto__')
      .replaceAll('server-port', '__proto__')
      .replaceAll('SERVER_JARFILE', '__proto__')
    const { egg, variables } = readText(text)
    expect(Object.entries(egg.docker_images)[0]).toEqual(['__proto__', 'example.com/java:21'])
    const files = Object.entries(egg.config.files)
    expect(files.map(([name]) => name)).toEqual(['__proto__'])
    expect(files.map(([, file]) => Object.keys(file.find))).toEqual([['__proto__']])
    expect(variables[0]?.env_variable).toBe('__proto__')
    expect({}).not.toHaveProperty('parser')
  })

  it('is not read with fields that it inherits from its prototype', () => {
    expect(() => readText('{"__proto__":{"meta":{"version":"PTDL_v2"}}}')).toThrow(
      "The file's `meta` must be an object.",
    )
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'is read with a variable called %s',
    (env_variable) => {
      expect(variable(readWith('/variables/0/env_variable', env_variable))?.env_variable).toBe(env_variable)
    },
  )
})

const nested = (levels: number): Json => (levels === 0 ? 'x' : { inner: nested(levels - 1) })

/** What is refused: by the field that is named, the rule, and what it must be. */
type Refusal = readonly [field: string, rule: string, must: string]

const refusal = (text: string): Refusal | undefined => {
  try {
    readText(text)
    return undefined
  } catch (error) {
    if (!(error instanceof BadShareFile)) throw error
    const must = /^The file(?:'s `[^`]+`)? must (.+)\.$/.exec(error.message)?.[1] ?? error.message
    return [error.wrong?.field ?? '', error.wrong?.rule ?? '', must]
  }
}

describe('a file that is not a share file', () => {
  it.each<[what: string, text: string, ...refusal: Refusal]>([
    ['nothing', '', '', 'json', 'be JSON'],
    ['text', 'name: Paper', '', 'json', 'be JSON'],
    ['half a file', JSON.stringify(current).slice(0, 500), '', 'json', 'be JSON'],
    ['a list', '[]', '', 'object', 'be an object'],
    ['null', 'null', '', 'object', 'be an object'],
    ['a string', '"PTDL_v2"', '', 'object', 'be an object'],
    ['a number', '2', '', 'object', 'be an object'],
    ['an empty object', '{}', 'meta', 'object', 'be an object'],
    ['too deep', JSON.stringify({ x: nested(16) }), '', 'max', 'be nested at most 16 levels deep'],
    [
      'too deeply nested',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '',
      'max',
      'be nested at most 16 levels deep',
    ],
  ])('is refused: %s', (_, text, ...refused) => {
    expect(refusal(text)).toEqual(refused)
  })

  it('can be nested 16 levels deep', () => {
    expect(readWith('/exported_at', nested(15)).egg.name).toBe('Paper')
  })
})

describe('a share file with an invalid field', () => {
  it.each<[pointer: string, value: Json | typeof absent, ...refusal: Refusal]>([
    ['/meta', absent, 'meta', 'object', 'be an object'],
    ['/meta', 'PTDL_v2', 'meta', 'object', 'be an object'],
    ['/meta/version', absent, 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/meta/version', null, 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/meta/version', 2, 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/meta/version', 'PTDL_v3', 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/meta/version', 'ptdl_v2', 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/meta/version', ['PTDL_v2'], 'meta.version', 'in', 'be PTDL_v1 or PTDL_v2'],
    ['/name', absent, 'name', 'required', 'be a string'],
    ['/name', null, 'name', 'required', 'be a string'],
    ['/name', '', 'name', 'required', 'not be empty'],
    ['/name', 7, 'name', 'string', 'be a string'],
    ['/author', 7, 'author', 'string', 'be a string'],
    ['/description', [], 'description', 'string', 'be a string'],
    ['/startup', true, 'startup', 'string', 'be a string'],
    ['/features', { eula: true }, 'features', 'array', 'be a list'],
    ['/features', 1, 'features', 'array', 'be a list'],
    ['/features', ['eula', 7], 'features.1', 'string', 'be a string'],
    ['/docker_images', ['a/b'], 'docker_images', 'object', 'be an object'],
    ['/docker_images', 'a/b', 'docker_images', 'object', 'be an object'],
    ['/docker_images', { Java: 21 }, 'docker_images.Java', 'string', 'be a string'],
    ['/docker_images', { Java: '' }, 'docker_images.Java', 'required', 'not be empty'],
    ['/docker_images', { Java: null }, 'docker_images.Java', 'required', 'be a string'],
    ['/file_denylist', 7, 'file_denylist', 'array', 'be a list'],
    ['/file_denylist', [7], 'file_denylist.0', 'string', 'be a string'],
    ['/config', absent, 'config', 'object', 'be an object'],
    ['/config', [], 'config', 'object', 'be an object'],
    ['/config/files', '{"a":', 'config.files', 'json', 'be JSON'],
    ['/config/files', '"x"', 'config.files', 'object', 'be an object'],
    ['/config/files', '[{}]', 'config.files', 'object', 'be an object'],
    ['/config/files', 7, 'config.files', 'object', 'be an object'],
    ['/config/files', '{"a":"b"}', 'config.files.a', 'object', 'be an object'],
    ['/config/files', '{"a":{}}', 'config.files.a.parser', 'required', 'be a string'],
    ['/config/files', '{"a":{"parser":1}}', 'config.files.a.parser', 'string', 'be a string'],
    ['/config/files', '{"a":{"parser":"x","find":"y"}}', 'config.files.a.find', 'object', 'be an object'],
    ['/config/files', JSON.stringify(nested(17)), 'config.files', 'max', 'be nested at most 16 levels deep'],
    ['/config/startup', 'done', 'config.startup', 'json', 'be JSON'],
    ['/config/startup', '["done"]', 'config.startup', 'object', 'be an object'],
    ['/config/startup', '{"done":7}', 'config.startup.done', 'array', 'be a list'],
    ['/config/startup', '{"done":[7]}', 'config.startup.done.0', 'string', 'be a string'],
    ['/config/stop', 7, 'config.stop', 'string', 'be a string'],
    ['/config/logs', '{custom:false}', 'config.logs', 'json', 'be JSON'],
    ['/config/logs', '"logs"', 'config.logs', 'object', 'be an object'],
    ['/config/logs', '{"custom":"yes"}', 'config.logs.custom', 'boolean', 'be true or false'],
    ['/config/logs', '{"location":7}', 'config.logs.location', 'string', 'be a string'],
    ['/scripts', absent, 'scripts', 'object', 'be an object'],
    ['/scripts/installation', absent, 'scripts.installation', 'object', 'be an object'],
    ['/scripts/installation/script', 7, 'scripts.installation.script', 'string', 'be a string'],
    [
      '/scripts/installation/entrypoint',
      absent,
      'scripts.installation.entrypoint',
      'required',
      'be a string',
    ],
    ['/scripts/installation/entrypoint', '', 'scripts.installation.entrypoint', 'required', 'not be empty'],
    ['/scripts/installation/container', null, 'scripts.installation.container', 'required', 'be a string'],
    ['/scripts/installation/container', 7, 'scripts.installation.container', 'string', 'be a string'],
    ['/variables', {}, 'variables', 'array', 'be a list'],
    ['/variables', ['X'], 'variables.0', 'object', 'be an object'],
    ['/variables/0/name', absent, 'variables.0.name', 'required', 'be a string'],
    ['/variables/0/name', '', 'variables.0.name', 'required', 'not be empty'],
    ['/variables/0/description', 7, 'variables.0.description', 'string', 'be a string'],
    ['/variables/0/env_variable', absent, 'variables.0.env_variable', 'required', 'be a string'],
    ['/variables/0/env_variable', '', 'variables.0.env_variable', 'required', 'not be empty'],
    ['/variables/0/user_viewable', 'yes', 'variables.0.user_viewable', 'boolean', 'be true or false'],
    ['/variables/0/user_editable', 2, 'variables.0.user_editable', 'boolean', 'be true or false'],
    ['/variables/0/user_editable', 'true', 'variables.0.user_editable', 'boolean', 'be true or false'],
    ['/variables/0/rules', 7, 'variables.0.rules', 'array', 'be a list'],
    ['/variables/0/rules', [7], 'variables.0.rules.0', 'string', 'be a string'],
  ])('is refused: %s %j', (pointer, value, ...refused) => {
    expect(refusal(JSON.stringify(edited(current, pointer, value)))).toEqual(refused)
  })

  it('can have a variable twice, of which the last one is used', () => {
    const variables = ['A', 'B', 'A'].map((env_variable, index) => ({ env_variable, name: `${index}` }))
    const share = readText(JSON.stringify(edited(current, '/variables', variables)))
    expect(share.variables.map(({ env_variable, name }) => env_variable + name)).toEqual(['A2', 'B1'])
  })

  it('is refused: an image of the older version that is not a string', () => {
    const file = edited(edited(current, '/docker_images', absent), '/images', ['a', 7])
    expect(refusal(JSON.stringify(file))).toEqual(['images.1', 'string', 'be a string'])
  })
})
