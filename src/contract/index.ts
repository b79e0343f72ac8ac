export type { Clause, Level } from './clause.ts'
export { clauses } from './clauses.ts'
export { type CompanionId, companions } from './companions.ts'
export {
  type Deviation,
  type DeviationId,
  type DeviationName,
  deviationIds,
  deviationNames,
  deviations,
} from './deviations.ts'
export {
  type Choice,
  choicesAt,
  type Gap,
  type GapId,
  gaps,
  kindOf,
  type SettableGapId,
  settableGapIds,
} from './gaps/index.ts'
export { isObject, type JsonObject } from './objects.ts'
export {
  type Family,
  families,
  idsWithBody,
  isWriting,
  type Operation,
  type OperationId,
  type OperationIdWithBody,
  operationIds,
  operations,
  type PagedId,
  pagedIds,
  type ReadingId,
  type ResponseShape,
  readingIds,
  responseOf,
  type WritingId,
} from './operations.ts'
export { panelOperations } from './panel-operations.ts'
export { parameterOf } from './parameters.ts'
export type { AnyKind, Form, Kind, Relationship } from './resources.ts'
export { fieldsOnlyIn, kinds, linkOf, rowOf, sectionOf, withArticle } from './resources.ts'
export { answerOf, definitions, fieldsOf } from './schemas/index.ts'
export { isNullable, ownKeywords, strict } from './schemas/strict.ts'
export { type Section, sections } from './sections.ts'
