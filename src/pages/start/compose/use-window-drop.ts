import { useEffect, useEffectEvent, useState } from 'react'
import { readCloudLink } from '#core/domain/cloud-link.ts'
import { DRAGGED_FILES } from '#src/ui/use-file-drop.ts'

interface Ways {
  /** Must read the transfer before it first awaits. */
  readonly onDrop: (transfer: DataTransfer) => void
  readonly onPaste: (files: readonly File[]) => void
  readonly onLink: (link: string) => void
}

/** Takes files dropped anywhere in the window, and files or links that are pasted; true while files are dragged over it. */
export function useWindowDrop(ways: Ways): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(ways.onDrop)
  const paste = useEffectEvent(ways.onPaste)
  const link = useEffectEvent(ways.onLink)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer !== null && dataTransfer.types.includes('Files') && !dataTransfer.types.includes(DRAGGED_FILES)
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      // Without this the browser replaces the page by the file.
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent): void => {
      setOver(false)
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      drop(event.dataTransfer)
    }
    const onPaste = ({ clipboardData, target }: ClipboardEvent): void => {
      if (!clipboardData || isTyping(target)) return
      const files = [...clipboardData.files]
      if (files.length > 0) return paste(files)
      const text = clipboardData.getData('text/plain').trim()
      if (typeof readCloudLink(text) === 'object') link(text)
    }
    window.addEventListener('dragover', onOver, { signal })
    window.addEventListener('dragleave', onLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => control.abort()
  }, [])
  return isOver
}

/** Text is pasted into a field, also of a dialog. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable], [role=dialog]') !== null
}
