import { flushCompileCache } from 'node:module'
import { MaskTooLarge, type PatchJob, patchStretch } from './patch.ts'

/** The process ends above this much memory: the frames of a stretch need a fourth of it. */
const MEMORY_BYTES = 3 * 1024 ** 3

// Its parent kills it, which would lose what it compiled.
flushCompileCache()

setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_BYTES) process.exit(9)
}, 250).unref()
process.on('disconnect', () => process.exit())
process.on('message', (job) => {
  patchStretch(job as PatchJob, (share) => process.send?.({ share })).then(
    () => process.send?.({ done: true }),
    (error: unknown) =>
      process.send?.({
        fault: error instanceof Error ? error.message : String(error),
        isTooLarge: error instanceof MaskTooLarge,
      }),
  )
})
