import { compile } from '../contract/checking/compile.ts'
import { worldSchema } from './rows.ts'

/** Whether the head and the rows of a world are valid. */
export const validateWorld = compile(worldSchema)
