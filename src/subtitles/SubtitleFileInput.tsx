import type { ReactNode, RefObject } from 'react'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { CHOSEN_SUBTITLES } from './file-names.ts'

interface Props {
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}

/** Chooses a local subtitle file; a click on `input` opens the browser's dialog. */
export function SubtitleFileInput({ input, onFile }: Props): ReactNode {
  return <HiddenFileInput input={input} accept={CHOSEN_SUBTITLES} testId="subtitle-file" onFile={onFile} />
}
