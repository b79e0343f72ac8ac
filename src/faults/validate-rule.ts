import { compile } from '../contract/checking/compile.ts'
import { FaultRule } from './schemas.ts'

export const validateRule = compile(FaultRule)
