import type { ReactNode, RefObject } from 'react'
import { TAKEN } from './take-files.ts'

interface Props {
  field: RefObject<HTMLInputElement | null>
  testId: string
  /** Whether a folder is chosen, with all that is in it. */
  isFolder?: boolean
  onFiles: (files: readonly File[]) => void
}

/** The browser's own field for files, out of sight: buttons open it. */
export function FilesField({ field, testId, isFolder = false, onFiles }: Props): ReactNode {
  return (
    <input
      ref={field}
      type="file"
      multiple
      hidden
      {...(isFolder ? { webkitdirectory: '' } : { accept: TAKEN.join(',') })}
      data-testid={testId}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
  )
}
