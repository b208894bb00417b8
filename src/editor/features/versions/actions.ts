import { type Actions, opens } from '../../context/action.ts'
import type { Editor } from '../../context/editor.ts'
import { panelSettings } from '../../context/panels.ts'

export const versionActions = {
  original: (editor) => editor.toggleReference(),
  videos: ({ panels }) => {
    panels.hasVideos = !panels.hasVideos
    panelSettings.videos.set(panels.hasVideos)
  },
  versions: opens({ name: 'versions' }),
  copy_link: (editor) => void copyLink(editor),
} satisfies Actions

/** Copies the address of the focused cue. */
async function copyLink(editor: Editor): Promise<void> {
  const address = editor.library?.addressOf(editor.session.focused?.id)
  if (address === undefined) return
  try {
    await navigator.clipboard.writeText(address)
    editor.notify({ kind: 'link_copied' })
  } catch {
    editor.notify({ kind: 'link_shown', address })
  }
}
