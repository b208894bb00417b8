import { isImported } from '../../app/imports/import.ts'
import { type Inspection, noteInspection } from '../../app/videos/inspection.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { scopeOf } from '../../store/blobs.ts'
import type { Recipe, TaskJob } from '../task.ts'
import { makeAssets } from './assets.ts'
import { inspect } from './inspect.ts'
import { hashSource, type SourceFile } from './source.ts'

/**
 * Reads an uploaded file and makes the assets of library and editor. Every attempt hashes the file first, so that assets
 * belong to the bytes of their hash.
 */
export const ingestRecipe: Recipe<object> = async (run, job) => {
  const inspected = await inspectSource(run, job)
  if (!inspected) return {}
  const { videoId, source, content } = inspected
  const damaged = await makeAssets(run, source, content)
  const whole: Inspection = { ...content, info: { ...content.info, damaged } }
  if (damaged.length > 0) await noteInspection(run.deps.db, job.task, videoId, whole)
  return {}
}

/** Checks a file and stores its facts: enough for tasks on a video without an editor. */
export const inspectRecipe: Recipe<object> = async (run, job) => {
  await inspectSource(run, job)
  return {}
}

interface Inspected {
  readonly videoId: string
  readonly source: SourceFile
  readonly content: Inspection
}

/** Undefined if the attempt is over. */
async function inspectSource(run: Run, job: TaskJob<object>): Promise<Inspected | undefined> {
  const { deps } = run
  const video = await job.video()
  const source = await hashSource(await deps.blobs.localPath(video.blob_key, run.folder))
  const info = await inspect(run, source).catch(async (error: unknown) => {
    if (!(error instanceof TaskFailed)) throw error
    // A refused file is removed: its row stays to say why.
    if (video.upload_id) await deps.blobs.remove(scopeOf(video.blob_key))
    throw new TaskFailed(keyFor(video, error.key), error.params, { isFinal: true })
  })
  const content: Inspection = { hash: source.hash, info }
  const isNoted = await noteInspection(deps.db, job.task, video.id, content)
  return isNoted ? { videoId: video.id, source, content } : undefined
}

/** The user of an import has nothing to upload: they can check its source. */
function keyFor({ upload_id }: { readonly upload_id: string | null }, key: string): string {
  return key === 'video_truncated' && upload_id !== null && isImported(upload_id) ? 'import_truncated' : key
}
