import type { EggVariableRow } from '../store/rows.ts'
import { type Make, orEmpty, type View } from './view.ts'

/** Section 2.6. */
export const eggVariableResource: Make<EggVariableRow> = (view, variable) => ({
  object: 'egg_variable',
  attributes: { id: variable.id, ...variableFields(view, variable) },
})

/** The fields after `id` that egg variables and server variables share. */
export const variableFields = (view: View, variable: EggVariableRow) => ({
  egg_id: variable.egg_id,
  name: variable.name,
  description: orEmpty(view, variable.description, ''),
  env_variable: variable.env_variable,
  default_value: variable.default_value,
  user_viewable: variable.user_viewable,
  user_editable: variable.user_editable,
  rules: variable.rules,
  sort_order: orEmpty(view, variable.sort_order, 0),
  created_at: variable.created_at,
  updated_at: variable.updated_at,
})
