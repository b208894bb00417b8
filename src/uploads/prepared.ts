import { describeTaskState } from '#core/domain/task.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { nextLiveEvent } from '#src/api/live.ts'

/** Polling interval of a preparation, in case its event is lost. */
const ASK_AGAIN_MS = 5000

/** Waits until a video is prepared: true, or false if that failed or the video is gone. */
export async function whenPrepared(video_id: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      const { name } = describeTaskState((await call('getVideo', { file_id: video_id }, { signal })).state)
      if (name === 'succeeded') return true
      if (name === 'failed') return false
    } catch (error) {
      // Offline the preparation continues on the server: polled again below.
      if (!(error instanceof CallFailed)) throw error
      if (!error.isOffline) return false
    }
    await nextLiveEvent((event) => event.kind === 'video' && event.video_id === video_id, ASK_AGAIN_MS, signal)
    signal.throwIfAborted()
  }
}
