import i18next from 'i18next'
import { proxy, ref } from 'valtio'
import type { Video } from '#core/contract/video.ts'
import { extensionOf, videoExtensions, videoLimits } from '#core/domain/limits.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { nextLiveEvent } from '#src/api/live.ts'
import { forget, uploadFile } from '#src/api/upload.ts'

/** A file on its way into a folder. */
export interface UploadItem {
  readonly key: string
  readonly folderId: string
  readonly file: File
  readonly control: AbortController
  /** 0 to 1. */
  progress: number
  phase: 'sending' | 'checking' | 'failed'
  message: string
  /** Whether sending the same file again may help. */
  mayRetry: boolean
  /** The video that was made of it, while the server looks whether it is one. */
  videoId: string
}

/** Uploads go on while people look at other pages. */
export const uploads = proxy<{ items: UploadItem[] }>({ items: [] })

/** The server says at once when a file was checked; asked now and then in case that message is lost. */
const ASK_AGAIN_MS = 5000

let next = 0

/** Begins to send files into a folder. */
export function addUploads(folderId: string, files: readonly File[]): void {
  for (const file of files) {
    const item = proxy<UploadItem>({
      key: String(++next),
      folderId,
      file: ref(file),
      control: ref(new AbortController()),
      progress: 0,
      phase: 'sending',
      message: '',
      mayRetry: false,
      videoId: '',
    })
    uploads.items.push(item)
    void send(item)
  }
}

/** Sends a file again that was refused or broke off. */
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
  if (refusal) return fail(item, refusal, false)
  const { signal } = item.control
  try {
    const upload_id = await uploadFile(
      item.file,
      item.folderId,
      ({ sent, total }) => {
        item.progress = sent / total
      },
      signal,
    )
    item.phase = 'checking'
    const added = await call('addVideo', { upload_id, folder_id: item.folderId })
    item.videoId = added.video_id
    const refused = await refusalOfVideo(added, signal)
    if (refused !== undefined) {
      await call('deleteVideo', { folder_id: item.folderId, video_id: added.video_id })
      fail(item, refused, false)
    } else {
      dropUpload(item.key)
    }
    await refresh('listVideos', 'listFiles', 'listFolders')
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof CallFailed)) throw error
    if (!error.isOffline) forget(item.file)
    fail(item, error.isOffline ? i18next.t('offline') : error.message, true)
  }
}

/** Waits until the server has looked into a new video. Why it is none; undefined where it is one, or is gone meanwhile. */
async function refusalOfVideo(added: Video, signal: AbortSignal): Promise<string | undefined> {
  for (let video = added; ;) {
    const isChecked = video.video_info.duration_ms > 0
    const { name } = describeTaskState(video.state)
    if (isChecked || name === 'succeeded') return undefined
    // One that may go well another time has its card, with a way to try again.
    if (name === 'failed') return video.may_retry ? undefined : video.fail_msg
    await nextLiveEvent((event) => event.kind === 'video' && event.video_id === added.video_id, ASK_AGAIN_MS, signal)
    signal.throwIfAborted()
    try {
      video = await call('getVideo', { file_id: added.video_id }, { signal })
    } catch (error) {
      // Without a connection the check goes on there: asked again above.
      if (!(error instanceof CallFailed)) throw error
      if (!error.isOffline) return undefined
    }
  }
}

function fail(item: UploadItem, message: string, mayRetry: boolean): void {
  item.phase = 'failed'
  item.mayRetry = mayRetry
  item.message = message
  item.videoId = ''
}

/** What can be said before anything is sent; the server checks again. */
function refusalOf(file: File): string | undefined {
  const { t } = i18next
  if (!videoExtensions.some((extension) => extension === extensionOf(file.name))) {
    return t('errors:format_not_supported', { formats: videoExtensions.join(', ') })
  }
  if (file.size > videoLimits.maxBytes) return t('errors:file_too_large', { n: videoLimits.maxBytes / 1024 ** 3 })
  if (file.size === 0) return t('errors:file_empty')
  if (file.size < videoLimits.minBytes) return t('errors:file_too_small', { n: videoLimits.minBytes / 1024 })
  return undefined
}
