import { isRequired } from '../eggs/rules.ts'
import type { EggVariableRow, ServerRow } from '../store/rows.ts'
import { onceFor } from '../util/once.ts'
import { variableFields } from './egg-variable.ts'
import type { Make } from './view.ts'

/** A variable of the server's egg with the server's value for it. Section 2.7. */
export const serverVariableResource =
  (server: ServerRow): Make<EggVariableRow> =>
  (view, variable) => ({
    object: 'server_variable',
    attributes: {
      id: variable.id,
      ...variableFields(view, variable),
      server_value: serverValue(server, variable),
      required: mustHaveValue(variable),
    },
  })

const mustHaveValue = onceFor(({ rules }: EggVariableRow) => isRequired(rules))

/** The value of a variable for a server: the server's own, otherwise the default. */
export const serverValue = (server: ServerRow, variable: EggVariableRow): string =>
  Object.hasOwn(server.environment, variable.env_variable)
    ? (server.environment[variable.env_variable] as string)
    : variable.default_value
