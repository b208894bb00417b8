import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineRegistry } from '#server/engines/registry.ts'
import type { Run } from '#server/jobs/run.ts'

/** A run without database and store: files lie where their keys say, and nothing is kept. */
export function loneRun(engines: EngineRegistry, folder: string, signal: AbortSignal): Run {
  const files = new Map<string, string>()
  let steps = 0
  const blobs = {
    localPath: async (key: string) => files.get(key) ?? key,
    put: async (key: string, path: string) => {
      files.set(key, path)
    },
  }
  const run: Pick<Run, 'signal' | 'folder' | 'step' | 'noteFault'> & { deps: unknown } = {
    deps: { engines, blobs },
    signal,
    folder,
    async step(_, work) {
      const own = await mkdtemp(join(folder, `${++steps}-`))
      return work({ folder: own, scope: own, onProgress: () => undefined })
    },
    noteFault: (part, error) => console.log(`${part}: ${error.message}`),
  }
  return run as Run
}
