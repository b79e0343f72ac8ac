import { fieldsOnlyIn, rowOf } from '../../src/contract/index.ts'
import { userFields } from '../judge/body-fields.ts'
import { type Evidence, plainly } from '../judge/fixtures.ts'
import { users, userVariety } from '../judge/operations/create-user.ts'
import { type Failure, prerequisite, type Skip } from '../judge/outcome.ts'
import { attributesOf, type Granted } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import type { CheckRow } from './check.ts'
import { echoCheck } from './echo.ts'
import { placeCheck } from './place-checks.ts'

/** Why the fields of a response are not judged: it has the user of an earlier one, which is reported once. */
function ofEarlierUser({ attributes: { id }, exchange }: Granted, evidence: Evidence): Skip | undefined {
  const first = evidence.granted('createUser').find(({ reply }) => attributesOf(reply?.json)['id'] === id)
  return id === undefined || first === exchange ? undefined : prerequisite('4.6/distinct')
}

export const createUser: readonly CheckRow[] = [
  ...userFields.map((field) =>
    echoCheck({
      id: `4.6/creates-${field.replaceAll('_', '-')}`,
      clauses: [`4.6#creates-${field}`],
      title: `the created user has the \`${field}\` that was sent`,
      ...((field === 'email' || field === 'username') && { ignored: 'the case of its letters' }),
      operation: 'createUser',
      field,
      scenes: [users, userVariety],
      without: ofEarlierUser,
    }),
  ),
  placeCheck({
    id: '4.6/meta-resource',
    title: 'each response has `meta.resource`',
    on: 'createUser',
    pointer: '/meta/resource',
    fits: (value) => typeof value === 'string',
    message: 'The response has no `meta.resource`.',
    expected: 'a string, the URL of the user',
  }),
  {
    id: '4.6/no-nested-only',
    title: 'each response is without the fields of the nested form',
    rule: {
      on: ['createUser'],
      *judge({ attributes }): Iterable<Failure> {
        const { relationships } = attributes
        const nested = Object.keys(rowOf('user').relationships ?? {}).find(
          (name) => isObject(relationships) && Object.hasOwn(relationships, name),
        )
        const found =
          fieldsOnlyIn('nested', 'user').find((field) => Object.hasOwn(attributes, field)) ??
          (nested && `relationships/${nested}`)
        if (found === undefined) return
        yield {
          message: `The response has \`${found.replaceAll('/', '.')}\`, which only nested users have.`,
          expected: 'nothing',
          actual: 'the field',
          pointer: `/attributes/${found}`,
        }
      },
    },
  },
  {
    id: '4.6/distinct',
    title: 'users that were created are different ones',
    needs: [plainly.createUser, users],
  },
]
