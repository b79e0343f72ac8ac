import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'

/**
 * The timers of Node. A test that replaces the global ones, before or after it imports the service, must not stop the
 * service.
 */
export const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } as const

/** Resolves after the events of Node that are pending, such as requests. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void timers.setImmediate(resolve))
