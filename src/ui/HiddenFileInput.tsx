import type { ReactNode, RefObject } from 'react'

interface Common {
  /** For other elements that open the dialog by a click on this one. */
  input?: RefObject<HTMLInputElement | null>
  /** For elements elsewhere that open it by id. */
  id?: string
  testId: string
}

interface OneProps extends Common {
  /** File types that the browser's dialog offers. */
  accept: string
  onFile: (file: File) => void
}

/** Lets the user choose a file of this computer; the same file can be chosen twice in a row. */
export function HiddenFileInput({ input, id, accept, testId, onFile }: OneProps): ReactNode {
  return (
    <input
      ref={input}
      id={id}
      type="file"
      accept={accept}
      hidden
      data-testid={testId}
      onChange={({ currentTarget }) => takeFrom(currentTarget).slice(0, 1).forEach(onFile)}
    />
  )
}

interface ManyProps extends Common {
  /** File types that the browser's dialog offers; without them it chooses a folder with everything inside. */
  accept?: string
  onFiles: (files: readonly File[]) => void
}

/** Like `HiddenFileInput`, for several files at once. */
export function HiddenFilesInput({ input, id, accept, testId, onFiles }: ManyProps): ReactNode {
  return (
    <input
      ref={input}
      id={id}
      type="file"
      multiple
      hidden
      {...(accept === undefined ? { webkitdirectory: '' } : { accept })}
      data-testid={testId}
      onChange={({ currentTarget }) => {
        const files = takeFrom(currentTarget)
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}

/** Takes the chosen files and empties the field, so that choosing the same file again is a change. */
function takeFrom(field: HTMLInputElement): File[] {
  const files = [...(field.files ?? [])]
  field.value = ''
  return files
}
