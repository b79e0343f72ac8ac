import { createRequire } from 'node:module'

/** The version that package.json states. */
export const version = (): string => createRequire(import.meta.url)('nestbox/package.json').version
