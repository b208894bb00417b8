import { type DragEvent, useState } from 'react'

/** Props of an element that takes dropped files. */
export interface FileDrop {
  /** Whether files are dragged over it. */
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Type of a drag of files in the library, as opposed to files of this computer. */
export const DRAGGED_FILES = 'application/x-cuelane-files'

/** Drops that an inner element took: outer elements only end their drag state. */
const taken = new WeakSet<Event>()

/**
 * Takes files dropped on an element. `take` returns false to leave them to the outer element, and must read the
 * transfer before it first awaits.
 */
export function useFileDrop(take: (files: readonly File[], transfer: DataTransfer) => boolean): FileDrop {
  const [isOver, setOver] = useState(false)
  const isOurs = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(DRAGGED_FILES)
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        if (isOurs(event)) return
        // Without this the browser replaces the page by the file.
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
