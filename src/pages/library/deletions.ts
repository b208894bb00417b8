import i18next from 'i18next'
import { proxy } from 'valtio'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { isVisitor } from '#src/api/session.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { notify } from '#src/ui/toaster.ts'
import { type ChosenFile, idsOf, keyOf } from './files.ts'
import { giveUp } from './selection.ts'

/** Keys of files about to be deleted: they are hidden. */
export const leaving = proxy<{ keys: Record<string, true> }>({ keys: {} })

/** How long a deletion can be undone. */
const UNDO_MS = 6000

/** Pending requests. */
const waiting = new Set<(keepalive: boolean) => Promise<void>>()

/**
 * Hides files at once and deletes them after the undo time, or when the page is left. Videos in use by a task stay, with
 * a message.
 */
export async function deleteWithUndo(folderId: string, files: readonly ChosenFile[]): Promise<void> {
  const [first] = files
  if (!first) return
  try {
    if (await isWorkedOn(files)) {
      await loadMessages('errors')
      notify.error(i18next.getFixedT(null, 'errors')('being_generated'))
      return
    }
  } catch (error) {
    notifyFailure(error)
    return
  }
  const keys = files.map(keyOf)
  const show = (): void => {
    for (const key of keys) delete leaving.keys[key]
  }
  for (const key of keys) leaving.keys[key] = true
  giveUp(files)
  const send = async (keepalive: boolean): Promise<void> => {
    clearTimeout(timer)
    if (!waiting.delete(send)) return
    try {
      const { deleted } = await call('deleteFiles', { folder_id: folderId, ...idsOf(files) }, { keepalive })
      const missing = files.length - deleted
      if (missing > 0) notify.info(i18next.getFixedT(null, 'library')('files_not_there', { count: missing }))
    } catch (error) {
      notifyFailure(error)
    }
    await refresh('listFiles', 'listVideos', 'listFolders')
    show()
  }
  const timer = setTimeout(() => void send(false), UNDO_MS)
  waiting.add(send)
  notify.undo(
    i18next.getFixedT(null, 'library')('files_deleted', { count: files.length, name: first.name }),
    UNDO_MS,
    () => {
      clearTimeout(timer)
      if (waiting.delete(send)) show()
    },
  )
}

/** Whether a task waits or runs for one of these videos: the server would refuse the whole request later. */
async function isWorkedOn(files: readonly ChosenFile[]): Promise<boolean> {
  const { video_ids: ids } = idsOf(files)
  if (ids.length === 0 || isVisitor()) return false
  const { list } = await call('listRunning', {})
  return list.some(({ video_id }) => ids.includes(video_id))
}

/** Sends pending requests at once: the page is closing. */
function sendAll(): void {
  for (const send of waiting) void send(true)
}

window.addEventListener('pagehide', sendAll)
