import { type DragEvent, useState } from 'react'

/** What an element takes that files may be dropped on. */
export interface FileDrop {
  /** Whether files hang over it. */
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Takes files dropped on an element. `take` says whether they were for it; if not, the element around it gets them. */
export function useFileDrop(take: (files: readonly File[]) => boolean): FileDrop {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        // Without this the browser would open the file in place of the page.
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault()
        setOver(false)
        if (take([...event.dataTransfer.files])) event.stopPropagation()
      },
    },
  }
}
