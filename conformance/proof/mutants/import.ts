import {
  answered,
  attributesOf,
  everyResource,
  instead,
  oneBehind,
  refusedWhen,
  relationshipsOf,
  rerouted,
} from '../changes.ts'
import { type Bag, isGranted, type Layer, type MakeLayer } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Changes the egg that an import answers with; `times` counts imports from one. */
const answeredEgg =
  (change: (attributes: Bag, times: number) => void): MakeLayer =>
  () => {
    let times = 0
    return answered('importEgg', (json) => {
      times += 1
      change(attributesOf(json), times)
    })
  }

/** Takes another file for the one that came. */
const otherFile = (change: (text: string) => string): Layer => {
  return (ask, next) => next(ask.operation === 'importEgg' ? { ...ask, text: change(ask.text) } : ask)
}

const newUuid = (times: number): string => `00000000-0000-4000-8000-${String(times).padStart(12, '0')}`

export const imports: readonly Mutant[] = [
  ...(['variables', 'tags', 'servers'] as const).map(
    (name): Mutant => ({
      name: `import: the answer has no ${name}`,
      breaks: ['4.3#relationships', `2.5#relationships.${name}`],
      caughtBy: '4.3/relationships',
      shows: name,
      make: answeredEgg((attributes) => {
        delete relationshipsOf(attributes)[name]
      }),
    }),
  ),
  {
    name: 'import: the answer has no relationships',
    breaks: ['4.3#relationships'],
    caughtBy: '4.3/relationships',
    make: answeredEgg((attributes) => {
      delete attributes['relationships']
    }),
  },
  {
    name: 'import: relationships are empty',
    breaks: ['4.3#relationships'],
    caughtBy: '4.3/relationships',
    make: answeredEgg((attributes) => {
      attributes['relationships'] = {}
    }),
  },
  {
    name: 'import: variables stand beside the other fields',
    breaks: ['4.3#relationships', '2.1#nested-place'],
    caughtBy: '4.3/relationships',
    shows: 'variables',
    make: answeredEgg((attributes) => {
      const { variables, ...rest } = relationshipsOf(attributes)
      attributes['variables'] = variables
      attributes['relationships'] = rest
    }),
  },
  {
    name: 'import: another egg is answered',
    breaks: ['4.3#same-egg'],
    caughtBy: '4.3/same-egg',
    make: answeredEgg((attributes) => {
      attributes['id'] = Number(attributes['id']) + 1
    }),
  },
  {
    name: 'import: another egg is updated',
    breaks: ['4.3#same-egg'],
    caughtBy: '4.3/same-egg',
    make: () =>
      rerouted('importEgg', (path) =>
        path.replace(/eggs\/(\d+)/, (_, id) => `eggs/${id === '1' ? '2' : '1'}`),
      ),
  },
  {
    name: 'import: every import makes a new egg',
    breaks: ['4.3#same-egg', '4.3#identity'],
    caughtBy: '4.3/same-egg',
    make: answeredEgg((attributes, times) => {
      attributes['id'] = 900 + times
      attributes['uuid'] = newUuid(times)
    }),
  },
  {
    name: 'import: every import gives a new uuid',
    breaks: ['4.3#identity'],
    caughtBy: '4.3/identity',
    shows: 'uuid',
    make: answeredEgg((attributes, times) => {
      attributes['uuid'] = newUuid(times)
    }),
  },
  {
    name: 'import: every import sets created_at',
    breaks: ['4.3#identity'],
    caughtBy: '4.3/identity',
    shows: 'created_at',
    make: answeredEgg((attributes, times) => {
      attributes['created_at'] = `2026-01-01T00:00:${String(times).padStart(2, '0')}+00:00`
    }),
  },
  {
    name: 'import: the file is ignored',
    breaks: ['4.3#from-file'],
    caughtBy: '4.3/from-file',
    make: () => otherFile((text) => text.replaceAll(/Nestbox check[ \w]*/g, 'What was there before')),
  },
  {
    name: 'import: the file is ignored, but something nested bears its mark',
    breaks: ['4.3#from-file'],
    caughtBy: '4.3/from-file',
    make: () => {
      const ignored = otherFile((text) => text.replaceAll(/Nestbox check[ \w]*/g, 'What was there before'))
      const marked = everyResource(
        'server',
        (attributes) => {
          attributes['name'] = 'Nestbox check 2'
        },
        { on: 'importEgg', place: 'nested' },
      )
      return (ask, next) => marked(ask, (passed) => ignored(passed, next))
    },
  },
  {
    name: 'import: an egg can be imported once only',
    breaks: ['4.3#answer'],
    caughtBy: '4.3/answer',
    make: () => refusedWhen('importEgg', (_, times) => times > 1, 409),
  },
  {
    name: 'import: only the first file counts',
    breaks: ['4.3#from-file'],
    caughtBy: '4.3/from-file',
    make: () => otherFile((text) => text.replaceAll(/Nestbox check[ \w]*/g, 'Nestbox check 1')),
  },
  {
    name: 'import: the egg from before is answered',
    breaks: ['4.3#from-file'],
    caughtBy: '4.3/from-file',
    make: () => oneBehind('importEgg'),
  },
  {
    name: 'import: the part of the upload has another name',
    breaks: ['4.3#route', '4.3#answer'],
    caughtBy: '4.3/answer',
    make: () => otherFile((text) => text.replace('name="import_file"', 'name="file"')),
  },
  {
    name: 'import: nothing is answered',
    breaks: ['4.3#answer'],
    caughtBy: '4.3/answer',
    make: () =>
      instead('importEgg', async (ask, next) => {
        const answer = await next(ask)
        return isGranted(answer) ? { status: 204, headers: {}, text: '' } : answer
      }),
  },
]
