import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import { call, CallFailed, headers } from './call.ts'

export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

const TRIES = 4
const AT_ONCE = 3
/** Upload ids of files that have not arrived yet. */
const unfinished = stored('uploads', z.record(z.string(), z.string()), {})

/**
 * Sends a file in parts and returns the upload's id. An upload of the same file that broke off, also by a closed page,
 * goes on where it stopped.
 */
export async function uploadFile(
  file: File,
  folderId: string,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const { upload_id, part_size, parts, part_count } = await beginOrResume(file, folderId, signal)
  const arrived = new Set(parts)
  const sizeOf = (part: number): number => Math.min(part_size, file.size - (part - 1) * part_size)
  let sent = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  onProgress({ sent, total: file.size })
  const missing = Array.from({ length: part_count }, (_, index) => index + 1).filter((part) => !arrived.has(part))
  const sendNext = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const from = (part - 1) * part_size
      await sendPart(upload_id, part, file.slice(from, from + sizeOf(part)), signal)
      sent += sizeOf(part)
      onProgress({ sent, total: file.size })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  forget(file)
  return upload_id
}

interface Begun {
  upload_id: string
  part_size: number
  parts: number[]
  part_count: number
}

async function beginOrResume(file: File, folderId: string, signal: AbortSignal): Promise<Begun> {
  const known = unfinished.get()[fingerprint(file)]
  if (known) {
    try {
      return await call('uploadPart', { upload_id: known }, { signal })
    } catch (error) {
      // It is gone on the server: begin anew. Without a connection there is nothing to begin.
      if (!(error instanceof CallFailed) || error.isOffline) throw error
    }
  }
  const begun = await call(
    'getUploadToken',
    { file_name: file.name, class: 'video', size: file.size, folder_id: folderId },
    { signal },
  )
  unfinished.set({ ...unfinished.get(), [fingerprint(file)]: begun.upload_id })
  return begun
}

async function sendPart(uploadId: string, part: number, body: Blob, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { uploadurl } = await call('uploadPart', { upload_id: uploadId, part_number: part }, { signal })
      // A part that arrived after all (its answer was lost) has no address any more.
      if (uploadurl === '') return
      const isOurs = uploadurl.startsWith('/')
      const response = await fetch(uploadurl, {
        method: 'PUT',
        body,
        signal,
        ...(isOurs ? { headers: headers() } : {}),
      })
      const refusal = isOurs && response.ok ? ((await response.json()) as { code: number; message: string }) : undefined
      if (refusal && refusal.code !== 0) throw new CallFailed(refusal.code, refusal.message)
      if (!response.ok) throw new CallFailed(response.status, `HTTP ${response.status}`)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
    }
  }
}

function fingerprint(file: File): string {
  return `${file.name} ${file.size} ${file.lastModified}`
}

/** Forgets where a file's upload stands: it is complete, or was refused. */
export function forget(file: File): void {
  const { [fingerprint(file)]: _, ...rest } = unfinished.get()
  unfinished.set(rest)
}
