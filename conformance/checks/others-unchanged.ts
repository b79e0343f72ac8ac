import { filtered, type Kind, type OperationId, operations, withArticle } from '../../src/contract/index.ts'
import type { Evidence } from '../judge/evidence.ts'
import { plainly } from '../judge/fixtures.ts'
import { type Attributes, imagesOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import type { Scene } from '../judge/scene.ts'
import { asImageTag } from '../judge/sent-values.ts'
import { sentFields } from '../judge/session.ts'
import type { Found } from '../judge/walk.ts'
import { idIn, subjectsOf } from '../steps/step.ts'
import { type CheckRow, inJson } from './check.ts'

interface OthersUnchanged {
  readonly operation: OperationId
  readonly kind: Extract<Kind, 'node' | 'egg' | 'server'>
  /** Requests that write, and whose responses show other resources of the kind; a server may refuse them. */
  readonly scenes: readonly Scene[]
}

/**
 * The attributes of a server with only those texts in its container that startup updates sent: an import may change the
 * servers of the egg, and commands and environments may follow from names of the egg and the node.
 */
function withoutOrigins(
  attributes: Attributes,
  { valuesOfEggs, texts }: { readonly valuesOfEggs: ReadonlySet<unknown>; readonly texts: readonly string[] },
): Attributes {
  const { container } = attributes
  if (!isObject(container)) return attributes
  const isOwn = (value: unknown): boolean =>
    !valuesOfEggs.has(value) && texts.some((text) => String(value).includes(text))
  const own = (values: Attributes) => filtered(values, (_, value) => isOwn(value))
  const { environment } = container
  return {
    ...attributes,
    container: { ...own(container), ...(isObject(environment) && { environment: own(environment) }) },
  }
}

/** The startup commands and images of eggs, and the defaults of their variables. */
const valuesOfEggsIn = ({ seen }: Evidence): ReadonlySet<unknown> =>
  new Set([
    ...seen.found('egg').flatMap(({ attributes }) => [attributes['startup'], ...imagesOf(attributes)]),
    ...seen.found('egg_variable').map(({ attributes }) => attributes['default_value']),
  ])

/** The texts in the bodies of startup updates, but for short ones that the mark of the run happens to have. */
const startupTexts = ({ exchanges, session: { mark } }: Evidence): readonly string[] => [
  ...new Set(
    exchanges
      .filter(({ ask }) => ask.operation === 'updateServerStartup')
      .flatMap((exchange) => Object.values(sentFields(exchange)))
      .flatMap((value) => (isObject(value) ? Object.values(value) : [value]))
      .filter((value): value is string => typeof value === 'string' && !mark.includes(value)),
  ),
]

/** A check that a write changes only the resource in the path, and no other resource of its kind. */
export function othersUnchanged({ operation, kind, scenes }: OthersUnchanged): CheckRow {
  const { section } = operations[operation]
  return {
    id: `${section}/others-unchanged`,
    clauses: [`${section}#path`],
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `${withArticle(kind)} that no response shows`,
    phase: 'last',
    needs: [plainly[operation]],
    scenes,
    judge(evidence) {
      const { seen, target, session } = evidence
      const { mark, otherMark } = session
      const [own, other] = subjectsOf(operation).map((subject) => idIn(target, subject))
      const isOther = ({ attributes: { id } }: Found): boolean => String(id) === String(other)
      // Whether the resource at the top of a response is the one in its path is another check.
      const others = seen
        .found(kind)
        .filter(
          (found) =>
            String(found.attributes['id']) !== String(own) && (found.form === 'nested' || isOther(found)),
        )
      if (others.length === 0) return { skip: `no response shows another ${kind}`, isMoot: true }
      const origins = { valuesOfEggs: valuesOfEggsIn(evidence), texts: startupTexts(evidence) }
      const isStray = (found: Found): boolean => {
        const { relationships: _, ...attributes } = found.attributes
        const text = inJson(withoutOrigins(attributes, origins))
        // Texts that the run wrote to the other resource with a request for that resource are ignored.
        const own = isOther(found) ? text.replaceAll(otherMark, '') : text
        return own.includes(mark) || (!isOther(found) && own.includes(`:${asImageTag(mark)}`))
      }
      const stray = others.find(isStray)
      if (!stray) return undefined
      return {
        message: `A write to the ${kind} in the path changed another ${kind}.`,
        expected: `nothing that the run wrote, in the ${kind} ${inJson(stray.attributes['id'])}`,
        actual: `a text with "${mark}"`,
        pointer: stray.pointer,
        exchange: stray.exchange,
      }
    },
  }
}
