// Loaded into the service: collects garbage and reports the bytes of the heap in use, for each message of the parent.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ heap: process.memoryUsage().heapUsed })
})
// The channel to the parent must not keep the service running.
process.channel?.unref()
