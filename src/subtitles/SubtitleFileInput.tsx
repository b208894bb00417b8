import type { ReactNode, RefObject } from 'react'
import { SUBTITLE_FILES } from './file-names.ts'

interface Props {
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}

/** Lets the person choose a subtitle file of this computer; a click on `input` opens the browser's dialog. */
export function SubtitleFileInput({ input, onFile }: Props): ReactNode {
  return (
    <input
      ref={input}
      type="file"
      accept={SUBTITLE_FILES}
      hidden
      data-testid="subtitle-file"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
