import type { Writer } from '../file-system.ts'

/** A writer that never loses its file. */
export const soleWriter: Writer = { id: '0d8f5c2e-7b1a-4c3d-9e6f-a1b2c3d4e5f6', confirm: () => {} }
