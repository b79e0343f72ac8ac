import { compile } from '../contract/checking/compile.ts'
import * as model from './model.ts'

export const validateCriteria = compile(model.RequestCriteria)

export const validateGapChanges = compile(model.GapChanges)

export const validateNewToken = compile(model.NewToken)

export const validateReset = compile(model.ResetOptions)

export const validateSnapshotName = compile(model.SnapshotName)

export const validateStart = compile(model.StartOptions)

export const validateTokenChanges = compile(model.TokenChanges)
