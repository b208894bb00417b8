import type { ReactNode, RefObject } from 'react'

interface Props {
  input: RefObject<HTMLInputElement | null>
  /** Kinds of files that the browser's dialog offers. */
  accept: string
  testId: string
  onFile: (file: File) => void
}

/** Lets the person choose a file of this computer; a click on `input` opens the browser's dialog. The same file can be chosen again. */
export function HiddenFileInput({ input, accept, testId, onFile }: Props): ReactNode {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      data-testid={testId}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
