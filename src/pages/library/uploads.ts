import i18next from 'i18next'
import { proxy, ref } from 'valtio'
import { extensionOf, videoExtensions, videoLimits } from '#core/domain/limits.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { forget, uploadFile } from '#src/api/upload.ts'

export interface UploadItem {
  readonly key: string
  readonly folderId: string
  readonly file: File
  readonly control: AbortController
  /** 0 to 1. */
  progress: number
  phase: 'sending' | 'checking' | 'failed'
  message: string
}

/** Uploads go on while people look at other pages. */
export const uploads = proxy<{ items: UploadItem[] }>({ items: [] })

let next = 0

export function addUploads(folderId: string, files: readonly File[]): void {
  for (const file of files) {
    uploads.items.push({
      key: String(++next),
      folderId,
      file: ref(file),
      control: ref(new AbortController()),
      progress: 0,
      phase: 'sending',
      message: '',
    })
    void send(uploads.items[uploads.items.length - 1]!)
  }
}

export function retryUpload(key: string): void {
  const item = uploads.items.find((candidate) => candidate.key === key)
  if (!item) return
  dropUpload(key)
  addUploads(item.folderId, [item.file])
}

/** Takes an upload off the list; one that is under way stops and can be resumed by choosing the same file. */
export function dropUpload(key: string): void {
  const at = uploads.items.findIndex((candidate) => candidate.key === key)
  uploads.items[at]?.control.abort()
  if (at >= 0) uploads.items.splice(at, 1)
}

async function send(item: UploadItem): Promise<void> {
  const refusal = refusalOf(item.file)
  if (refusal) return fail(item, refusal)
  try {
    const upload_id = await uploadFile(
      item.file,
      item.folderId,
      ({ sent, total }) => {
        item.progress = sent / total
      },
      item.control.signal,
    )
    item.phase = 'checking'
    await call('addVideo', { upload_id, folder_id: item.folderId })
    dropUpload(item.key)
    await refresh('listVideos', 'listFolders')
  } catch (error) {
    if (item.control.signal.aborted) return
    if (!(error instanceof CallFailed)) throw error
    if (!error.isOffline) forget(item.file)
    fail(item, error.isOffline ? i18next.t('offline') : error.message)
  }
}

function fail(item: UploadItem, message: string): void {
  item.phase = 'failed'
  item.message = message
}

/** What can be said before anything is sent; the server checks again. */
function refusalOf(file: File): string | undefined {
  const { t } = i18next
  if (!(videoExtensions as readonly string[]).includes(extensionOf(file.name))) {
    return t('errors:format_not_supported', { formats: videoExtensions.join(', ') })
  }
  if (file.size > videoLimits.maxBytes) return t('errors:file_too_large', { n: videoLimits.maxBytes / 1024 ** 3 })
  if (file.size < videoLimits.minBytes) return t('errors:file_too_small', { n: videoLimits.minBytes / 1024 })
  return undefined
}
