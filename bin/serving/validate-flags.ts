import { compile } from '../../src/contract/checking/compile.ts'
import { textsSchema } from '../../src/options/types.ts'
import { openapiFlags, serveFlags } from './options.ts'

/** The flags of the mock server; those with the same name are of the same type. */
export const validateFlags = compile(textsSchema({ ...openapiFlags, ...serveFlags }))
