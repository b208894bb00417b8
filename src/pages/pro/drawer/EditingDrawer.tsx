import './drawer.css'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { refresh } from '#src/api/hooks.ts'
import type { EditorOverPage } from '#src/shell/editor-over-page.ts'
import { Drawer } from '#src/ui/Drawer.ts'
import { PlainText } from './PlainText.tsx'

const names = ['video', 'file', 'cue', 't', 'text']

/** The editor at page width over a folder or a batch, or the plain text of a file without a video. */
export function EditingDrawer({ editor: Editor }: { editor: EditorOverPage }): ReactNode {
  const { t } = useTranslation('review')
  const [query, setQuery] = useSearchParams()
  const textId = query.get('text')
  const leave = useCallback(() => {
    setQuery((before) => {
      for (const name of names) before.delete(name)
      return before
    })
    void refresh('listProVideos', 'listProSubtitles', 'getProFolder', 'listVersions', 'listFlags', 'listChangedDubs')
  }, [setQuery])
  return (
    <Drawer
      isOpen
      size="100%"
      className="editing-drawer"
      aria-label={t('editing')}
      transitionDuration={0}
      autoFocus={false}
      enforceFocus={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      hasBackdrop={false}
    >
      {textId !== null && !query.has('video') ? (
        <PlainText key={textId} fileId={textId} onLeave={leave} />
      ) : (
        <Editor onLeave={leave} leaveLabel={t('back_to_page')} />
      )}
    </Drawer>
  )
}
