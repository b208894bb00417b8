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

/** Kind of what a drag of files of the space carries: those are no files of this computer. */
export const DRAGGED_FILES = 'application/x-cuelane-files'

/** Drops whose files an element within took: those around it only learn that the drag is over. */
const taken = new WeakSet<Event>()

/**
 * Takes files dropped on an element. `take` says whether they were for it; if not, the element around it gets them. What
 * is read of the transfer has to be asked for before the first wait.
 */
export function useFileDrop(take: (files: readonly File[], transfer: DataTransfer) => boolean): FileDrop {
  const [isOver, setOver] = useState(false)
  const isOurs = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(DRAGGED_FILES)
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        if (isOurs(event)) return
        // Without this the browser would open the file in place of the page.
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        setOver(false)
        if (isOurs(event) || taken.has(event.nativeEvent)) return
        event.preventDefault()
        if (take([...event.dataTransfer.files], event.dataTransfer)) taken.add(event.nativeEvent)
      },
    },
  }
}
