/** An erasure as its task runs it, without a server: all steps, progress over time, and cost. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { videoErase } from '#core/tasks/video-erase.ts'
import type { InspectedVideo } from '#server/app/videos/rows.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { type Run, type Step, TaskFailed } from '#server/jobs/run.ts'
import { eraseRecipe } from '#server/tasks/video-erase/recipe.ts'
import { processorSeconds } from '../extract/run.ts'

/** An erasure's engines, found without probing those of other tasks. */
export const eraseEngines = (): Promise<EngineRegistry> =>
  findEngines(
    process.env,
    engineAdapters.filter(({ port }) => port === 'ocr' || port === 'ffmpeg'),
  )

interface Wanted {
  readonly source: string
  readonly output: string
  readonly type: 'basic' | 'advanced'
  readonly language?: string
}

/** Progress of an erasure over time, in milliseconds. */
export interface Moment {
  readonly ms: number
  readonly share: number
}

export interface WholeRun {
  /** Why there is no result; undefined where there is one. */
  readonly fault: string | undefined
  readonly ms: number
  readonly processorSeconds: number
  readonly moments: readonly Moment[]
  /** Of the processors, by step. */
  readonly steps: ReadonlyMap<string, number>
  readonly results: readonly object[]
}

export async function runErase(engines: EngineRegistry, wanted: Wanted): Promise<WholeRun> {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-erase-'))
  const moments: Moment[] = []
  const steps = new Map<string, number>()
  const results: object[] = []
  const [begin, taken] = [performance.now(), processorSeconds()]
  const note = (share: number): unknown => moments.push({ ms: performance.now() - begin, share })
  const step = async <T extends object>({ name, share: [from, to] }: Step, work: (own: never) => Promise<T>) => {
    const before = processorSeconds()
    const own = mkdtempSync(join(folder, 'step-'))
    const onProgress = (share: number): unknown => note(from + (to - from) * share)
    const result = await work({ folder: own, scope: own, onProgress } as never)
    note(to)
    steps.set(name, (steps.get(name) ?? 0) + processorSeconds() - before)
    results.push(result)
    return result
  }
  const blobs = { localPath: (key: string) => Promise.resolve(key), put: copied }
  const { signal } = new AbortController()
  const run = { deps: { engines, blobs }, signal, folder, step, noteFault: () => undefined } as unknown as Run
  const config = videoErase.config.parse({ erase_type: wanted.type })
  const video = await inspected(engines, wanted)
  const job = { config, video: () => Promise.resolve(video) } as unknown as Parameters<typeof eraseRecipe>[1]
  let fault: string | undefined
  try {
    const { blob } = await eraseRecipe(run, job)
    await copyFile(blob ?? '', wanted.output)
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    fault = error.key
  } finally {
    rmSync(folder, { recursive: true })
  }
  return {
    ...{ fault, moments, steps, results },
    ms: performance.now() - begin,
    processorSeconds: processorSeconds() - taken,
  }
}

/** Blobs are named by where they are. */
async function copied(key: string, path: string): Promise<void> {
  if (key === path) return
  mkdirSync(join(key, '..'), { recursive: true })
  await copyFile(path, key)
}

async function inspected(engines: EngineRegistry, { source, language = '' }: Wanted): Promise<InspectedVideo> {
  const info = await probeMedia(engines.need('ffmpeg', {}).ffprobe, source)
  const video = { info, duration_ms: info.durationMs, content_hash: source, blob_key: source, language, name: source }
  return video as unknown as InspectedVideo
}
