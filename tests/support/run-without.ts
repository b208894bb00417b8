import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#server/app/deps.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { type Run, stepKey } from '#server/jobs/run.ts'

/** Runs steps without a database: nothing is cached. Blobs are file paths. */
export function runWithout(engines: EngineRegistry, folder: string): Run {
  const blobs = { localPath: async (key: string) => key, put: async () => undefined }
  return {
    deps: { engines, blobs } as unknown as Deps,
    signal: new AbortController().signal,
    folder,
    step: (step, work) => {
      const own = join(folder, stepKey(step))
      mkdirSync(own, { recursive: true })
      return work({ folder: own, scope: own, onProgress: () => undefined })
    },
    noteFault: (part, error) => console.error(part, error),
  }
}
