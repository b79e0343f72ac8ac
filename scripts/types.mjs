// Reduces the declarations in dist to those that the public entries need, and writes out the types that are derived
// from schemas, since users of the package have neither TypeBox nor Koa. The build runs it after the compiler.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript5'
import { entries } from './entries.mjs'
import { fromSources } from './from-sources.mjs'

const dist = resolve('dist').replaceAll('\\', '/')
const roots = entries.map((entry) => `${dist}/${entry.replace(/\.ts$/, '.d.ts')}`)
const program = ts.createProgram(roots, {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
})
const checker = program.getTypeChecker()

/** Declares `Symbol.asyncDispose`, which the default `lib` of many projects does not have. */
const disposable = '/// <reference lib="esnext.disposable" />'

/** The schemas that published types are derived from, by name; their descriptions become comments. */
const schemas = await fromSources('src/sandboxes/model.ts')

/** The statements that the public entries need, without imports. */
const needed = new Set()

for (const root of roots) program.getSourceFile(root).statements.forEach(addNeeded)
for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(dist)))
  for (const statement of file.statements) if (passesOnNeeded(statement)) needed.add(statement)
for (const path of readdirSync(dist, { recursive: true })) {
  if (!path.endsWith('.d.ts')) continue
  const text = reducedText(program.getSourceFile(join(dist, path)))
  if (text === '\n') rmSync(join(dist, path))
  else writeFileSync(join(dist, path), text)
}

writeFileSync(join(dist, 'src/index.d.cts'), forCommonJs(program.getSourceFile(roots[0]), './index.js'))

/** Declarations for CommonJS users: the types and values of an ES module. */
function forCommonJs(file, path) {
  const module = `import('${path}', { with: { 'resolution-mode': 'import' } })`
  const values = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).flatMap((symbol) => {
    const aliased = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (!(aliased.flags & ts.SymbolFlags.Value) || isTypeOnly(symbol)) return []
    const isClass = aliased.flags & ts.SymbolFlags.Class
    return [
      `export declare const ${symbol.name}: typeof ${module}.${symbol.name}`,
      ...(isClass ? [`export type ${symbol.name} = ${module}.${symbol.name}`] : []),
    ]
  })
  return [`export type * from '${path}' with { 'resolution-mode': 'import' }`, ...values, ''].join('\n')
}

/** Whether a name is exported as a type alone; a schema and the type of its values have one name. */
function isTypeOnly({ declarations = [] }) {
  return declarations.some(
    (each) => ts.isExportSpecifier(each) && (each.isTypeOnly || each.parent.parent.isTypeOnly),
  )
}

/** Adds a statement and all statements that it refers to. */
function addNeeded(statement) {
  if (needed.has(statement) || ts.isImportDeclaration(statement)) return
  needed.add(statement)
  for (const symbol of symbolsIn(statement)) statementsOf(symbol).forEach(addNeeded)
}

/** Whether a statement exports all of another file, some of which is needed. */
function passesOnNeeded(statement) {
  if (!ts.isExportDeclaration(statement) || statement.exportClause) return false
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(statement.moduleSpecifier))
  return names.flatMap(statementsOf).some((each) => needed.has(each))
}

/** The symbols that a statement refers to. */
function symbolsIn(statement) {
  if (isDerived(statement)) return []
  if (ts.isExportDeclaration(statement) && !statement.exportClause) {
    return checker.getExportsOfModule(checker.getSymbolAtLocation(statement.moduleSpecifier))
  }
  return identifiersOf(statement).flatMap((name) => checker.getSymbolAtLocation(name) ?? [])
}

/** The statements in dist that declare or re-export a symbol; a schema is left out if it has a derived type. */
function statementsOf(symbol) {
  const statements = (symbol.declarations ?? [])
    .filter((each) => each.getSourceFile().fileName.startsWith(dist) && !ts.isSourceFile(each))
    .map(statementAround)
  const own = statements.some(isDerived) ? statements.filter(isDerived) : statements
  const isAlias = symbol.flags & ts.SymbolFlags.Alias
  return isAlias ? [...own, ...statementsOf(checker.getImmediateAliasedSymbol(symbol))] : own
}

function statementAround(node) {
  return ts.isSourceFile(node.parent) ? node : statementAround(node.parent)
}

/** Whether a statement is a type that is derived from a schema, or from the schemas of a table, as its comment says. */
function isDerived(statement) {
  if (!ts.isTypeAliasDeclaration(statement)) return false
  return (
    /\bStatic</.test(statement.getText()) || statement.getFullText().includes('Written out in the package')
  )
}

function identifiersOf(node) {
  return ts.isIdentifier(node) ? [node] : node.getChildren().flatMap(identifiersOf)
}

/** The symbol of a name in its file; an export of an imported name has the symbol of the import. */
function localSymbolOf(name) {
  const isOwnExport = ts.isExportSpecifier(name.parent) && !name.parent.parent.parent.moduleSpecifier
  return isOwnExport
    ? checker.getExportSpecifierLocalTargetSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
}

/** The needed statements of a file, and the imports that these use. */
function reducedText(file) {
  const kept = file?.statements.filter((each) => needed.has(each)) ?? []
  const used = new Set(
    kept
      .filter((each) => !isDerived(each))
      .flatMap(identifiersOf)
      .map(localSymbolOf),
  )
  const imports =
    file?.statements.filter(ts.isImportDeclaration).flatMap((each) => importOf(each, used)) ?? []
  const text = [...imports, ...kept.map(textOf)].join('').trim()
  return text.includes('Symbol.asyncDispose') ? `${disposable}\n${text}\n` : `${text}\n`
}

/** An import with only the used names; an empty array if none is used. */
function importOf(statement, used) {
  const { importClause, moduleSpecifier } = statement
  const isUsed = ({ name }) => used.has(checker.getSymbolAtLocation(name))
  const { namedBindings } = importClause
  // A default import is one of JSON, whose types the compiler has written out.
  if (!namedBindings) return []
  if (ts.isNamespaceImport(namedBindings)) return isUsed(namedBindings) ? [`${statement.getText()}\n`] : []
  const names = namedBindings.elements.filter(isUsed)
  if (names.length === 0) return []
  const type = importClause.isTypeOnly ? 'type ' : ''
  return `import ${type}{ ${names.map((each) => each.getText()).join(', ')} } from ${moduleSpecifier.getText()};\n`
}

/** The fields of a derived type with the descriptions of the schema as comments. */
function described(text, { properties = {} } = {}) {
  return text.replaceAll(/^ {4}(?:readonly )?(\w+)\??: /gm, (line, name) => {
    const { description } = properties[name] ?? {}
    return description === undefined ? line : `    /** ${description.replaceAll('*/', '*')} */\n${line}`
  })
}

/** The text of a statement; a derived type is written out. */
function textOf(statement) {
  if (!isDerived(statement)) return statement.getFullText()
  const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags
  const type = checker.typeToString(
    checker.getTypeAtLocation(statement.name),
    undefined,
    NoTruncation | InTypeAlias | MultilineObjectLiterals,
  )
  const inLines = type.replaceAll(/(?<=[{;])(?= {4}|\}$)/g, '\n')
  return `\n${commentOf(statement)}export type ${statement.name.text} = ${described(inLines, schemas[statement.name.text])};`
}

/** The comment of a derived type, for users of the package. */
function commentOf(statement) {
  const comment = statement.getFullText().slice(0, statement.getLeadingTriviaWidth()).trim()
  const text = comment.replace(/ ?Written out in the package[^.]*\./, '')
  return /\w/.test(text) ? `${text}\n` : ''
}
