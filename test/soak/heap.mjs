// Loaded into the service: tells how much of the heap is in use when everything that can go is gone.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ heap: process.memoryUsage().heapUsed })
})
// Whoever asks is no reason to live on.
process.channel?.unref()
