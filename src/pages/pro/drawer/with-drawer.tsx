import { type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { EditorOverPage } from '#src/shell/editor-over-page.ts'
import { later } from '#src/ui/later.tsx'

const EditingDrawer = later(async () => (await import('./EditingDrawer.tsx')).EditingDrawer)

/** A page with the editor over it while its address has a video (`video`, `file`, `cue`) or a subtitle file (`text`). */
export function withDrawer(Page: ComponentType, editor: EditorOverPage): ComponentType {
  return function PageWithDrawer(): ReactNode {
    const [query] = useSearchParams()
    const isOpen = query.has('video') || query.has('text')
    return (
      <>
        <Page />
        {isOpen && <EditingDrawer editor={editor} />}
      </>
    )
  }
}
