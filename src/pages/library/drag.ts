import * as z from 'zod/mini'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { DRAGGED_FILES } from '#src/ui/use-file-drop.ts'
import i18next from 'i18next'
import { type ChosenFile, idsOf } from './files.ts'
import { giveUp } from './selection.ts'

const dragged = z.object({ video_ids: z.array(z.string()), subtitles_ids: z.array(z.string()) })
type Dragged = z.infer<typeof dragged>

/** Puts files into a drag. */
export function carryFiles(transfer: DataTransfer, files: readonly ChosenFile[]): void {
  transfer.setData(DRAGGED_FILES, JSON.stringify(idsOf(files)))
  transfer.effectAllowed = 'move'
}

/** The files in a drag; undefined for other drags. */
export function carriedFiles(transfer: DataTransfer): Dragged | undefined {
  try {
    const read = dragged.safeParse(JSON.parse(transfer.getData(DRAGGED_FILES)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Moves files into a folder with a message that offers undo. */
export async function moveInto(folder: { folder_id: string; folder_name: string }, ids: Dragged, from: string) {
  try {
    const { moved } = await call('moveFiles', { folder_id: folder.folder_id, ...ids })
    giveUp([
      ...ids.video_ids.map((id) => ({ kind: 'video' as const, id })),
      ...ids.subtitles_ids.map((id) => ({ kind: 'subtitle' as const, id })),
    ])
    await refresh('listFiles', 'listVideos', 'listFolders')
    notify.undo(
      i18next.getFixedT(null, 'library')('files_moved', { count: moved, name: folder.folder_name }),
      MOVE_UNDO_MS,
      () => {
        void call('moveFiles', { folder_id: from, ...ids })
          .then(() => refresh('listFiles', 'listVideos', 'listFolders'))
          .catch(notifyFailure)
      },
    )
  } catch (error) {
    notifyFailure(error)
  }
}

const MOVE_UNDO_MS = 6000
