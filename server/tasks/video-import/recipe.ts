import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { videoLimits } from '#core/domain/limits.ts'
import { ImportFault } from '../../app/imports/fault.ts'
import { fetchFile, importFolder, removeFetched } from '../../app/imports/fetch-file.ts'
import { endImport, forgetSource, sourceOf } from '../../app/imports/import.ts'
import { bytesLeft } from '../../app/quota.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { TaskUnwanted } from '../../jobs/watch.ts'
import type { Recipe } from '../task.ts'

/** Time limit of one file. */
const DEADLINE_MS = 12 * 60 * 60 * 1000

/** Fetches the file to an upload's place; then starts the task that inspects it. */
export const importRecipe: Recipe<object> = async (run, { task, video: find }) => {
  const { deps } = run
  const video = await find()
  const source = await sourceOf(deps, video.id)
  if (!source) return {}
  const { size } = await run.step<{ blob: string; size: number }>(
    { name: 'import', version: '1', input: { task: task.id }, share: [0, 1] },
    async ({ onProgress }) => {
      // The next attempt resumes the download of a preempted or killed one.
      const path = join(importFolder(deps.workDir), task.id)
      await mkdir(importFolder(deps.workDir), { recursive: true })
      const signal = AbortSignal.any([run.signal, AbortSignal.timeout(DEADLINE_MS)])
      try {
        // A declared size is reserved already; otherwise everything that arrives is additional.
        const room = (await bytesLeft(deps.db, video.account_id, deps.accountGb)) + video.size
        const maxBytes = Math.min(room, videoLimits.maxBytes)
        const bytes = await fetchFile(deps.web, source, { path, signal, onProgress, maxBytes }).catch(
          (error: unknown) => {
            const isFull = error instanceof ImportFault && error.key === 'file_too_large' && room < videoLimits.maxBytes
            throw isFull ? new ImportFault('storage_used_up', { n: deps.accountGb }) : error
          },
        )
        await deps.blobs.put(video.blob_key, path)
        await removeFetched(path)
        return { blob: video.blob_key, size: bytes }
      } catch (error) {
        if (isOver(run, error)) await removeFetched(path)
        // The credentials of a useless file are deleted.
        if (error instanceof ImportFault && error.isFinal) await forgetSource(deps, video.id)
        throw faultOf(run, error)
      }
    },
  )
  await endImport(deps, task, video, size)
  return {}
}

/** Whether no further attempt follows. */
function isOver({ signal }: Run, error: unknown): boolean {
  if (!signal.aborted) return error instanceof ImportFault
  return signal.reason instanceof TaskUnwanted || signal.reason instanceof TaskFailed
}

function faultOf({ signal }: Run, error: unknown): unknown {
  if (error instanceof ImportFault) return new TaskFailed(error.key, error.params, { isFinal: error.isFinal })
  // Neither the server nor the user ended it: a timeout.
  if (!signal.aborted && error instanceof DOMException && error.name === 'TimeoutError')
    return new TaskFailed('import_slow')
  return error
}
