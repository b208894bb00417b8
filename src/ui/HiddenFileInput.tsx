import type { ReactNode, RefObject } from 'react'

interface Common {
  /** A click on it opens the browser's dialog. */
  input?: RefObject<HTMLInputElement | null>
  /** Where it is clicked on from elsewhere on the page. */
  id?: string
  testId: string
}

interface OneProps extends Common {
  /** Kinds of files that the browser's dialog offers. */
  accept: string
  onFile: (file: File) => void
}

/** Lets the person choose a file of this computer; the same one can be chosen again. */
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
  /** Kinds of files that the browser's dialog offers; left out, a folder is chosen, with all that is in it. */
  accept?: string
  onFiles: (files: readonly File[]) => void
}

/** The same for several files at once. */
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

/** What was chosen; the field is empty then, so that choosing the same again is a change. */
function takeFrom(field: HTMLInputElement): File[] {
  const files = [...(field.files ?? [])]
  field.value = ''
  return files
}
