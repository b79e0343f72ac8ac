import { compile } from '../../src/contract/checking/compile.ts'
import { textsSchema } from '../../src/options/types.ts'
import { checkFlags, diffFlags, initFlags, listFlags } from './flags.ts'

/** The flags of the kit; those with the same name are of the same type. */
export const validateFlags = compile(textsSchema({ ...listFlags, ...initFlags, ...diffFlags, ...checkFlags }))
