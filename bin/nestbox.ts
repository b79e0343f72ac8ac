#!/usr/bin/env node
import module from 'node:module'

// The types of Node 20 do not know this method, which Node has from version 22.8 on.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
// Compiling takes a third of the start. The cache covers only modules that are imported after this call.
enableCompileCache?.()

const { runProgram } = await import('./run-command.ts')
process.exitCode = await runProgram(process.argv.slice(2), process.env)
