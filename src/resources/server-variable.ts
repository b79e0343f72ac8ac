import { isRequired } from '../eggs/rules.ts'
import type { EggVariableRow, ServerRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { onceFor } from '../util/once.ts'
import { variableFields } from './egg-variable.ts'
import type { View } from './view.ts'

/** The view for the variables of one server. */
interface ServerView extends View {
  readonly server: ServerRow
}

/** A variable of the server's egg with the server's value for it. Section 2.7. */
export const serverVariableResource = keptPerRow<EggVariableRow, ServerView>(
  ({ gap, server }, variable) => [gap('nulls'), serverValue(server, variable)],
  (view, variable) => ({
    object: 'server_variable',
    attributes: {
      id: variable.id,
      ...variableFields(view, variable),
      server_value: serverValue(view.server, variable),
      required: mustHaveValue(variable),
    },
  }),
)

const mustHaveValue = onceFor(({ rules }: EggVariableRow) => isRequired(rules))

/** The value of a variable for a server: the server's own, otherwise the default. */
export const serverValue = (server: ServerRow, variable: EggVariableRow): string =>
  Object.hasOwn(server.environment, variable.env_variable)
    ? (server.environment[variable.env_variable] as string)
    : variable.default_value
