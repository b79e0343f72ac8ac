import { isObject } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, firstOf, inJson } from './check.ts'

const imports = async (scenes: Scenes) => {
  const [first, second] = (await scenes.imports()).files
  return [granted(first), granted(second)] as const
}

export const importEgg: readonly Check[] = [
  answerCheck('importEgg'),
  {
    id: '4.3/relationships',
    section: '4.3',
    clauses: ['4.3#relationships'],
    level: 'stated',
    title: 'the answer has the relationships `variables`, `tags` and `servers`',
    ignored: 'whether they are cut off to nothing',
    async run(scenes) {
      const [{ exchange, attributes }] = await imports(scenes)
      const relationships = attributes['relationships']
      const missing = ['variables', 'tags', 'servers'].find(
        (name) => !isObject(relationships) || !Object.hasOwn(relationships, name),
      )
      return missing === undefined
        ? undefined
        : {
            message: `The answer has no relationship \`${missing}\`.`,
            expected: 'variables, tags and servers, each a list or cut off',
            actual: isObject(relationships)
              ? Object.keys(relationships).join(', ') || '{}'
              : inJson(relationships),
            pointer: `/attributes/relationships/${missing}`,
            exchange,
          }
    },
  },
  {
    id: '4.3/same-egg',
    section: '4.3',
    clauses: ['4.3#same-egg'],
    level: 'stated',
    title: 'the egg in the path is the egg in the answer',
    async run(scenes) {
      const [{ exchange, attributes }] = await imports(scenes)
      const message = 'The answer is another egg than the one in the path.'
      return differs(exchange, '/attributes/id', scenes.session.resource('egg'), attributes['id'], message)
    },
  },
  {
    id: '4.3/identity',
    section: '4.3',
    clauses: ['4.3#identity'],
    level: 'inferred',
    title: 'an import leaves `uuid` and `created_at` of the egg alone',
    async run(scenes) {
      const [first, second] = await imports(scenes)
      return firstOf(
        ...['uuid', 'created_at'].map((field) =>
          differs(
            second.exchange,
            `/attributes/${field}`,
            first.attributes[field],
            second.attributes[field],
            `A second import changed \`${field}\`: that is another egg.`,
          ),
        ),
      )
    },
  },
  {
    id: '4.3/from-file',
    section: '4.3',
    clauses: ['4.3#from-file'],
    level: 'stated',
    title: 'something of the uploaded file shows in the answer',
    ignored: 'which fields the import takes and which it keeps',
    async run(scenes) {
      const [, { exchange, attributes }] = await imports(scenes)
      const { relationships, ...own } = attributes
      // Of what is nested only the variables come from the file; a node below may bear the same mark.
      const egg = [own, isObject(relationships) ? relationships['variables'] : undefined]
      if (JSON.stringify(egg).includes('Nestbox check 2')) return undefined
      return {
        message: 'Nothing of the uploaded file shows in the answer.',
        expected: 'at least one of name, description, image label, startup, script or variable from the file',
        actual: 'none of them',
        pointer: '/attributes',
        exchange,
      }
    },
  },
]
