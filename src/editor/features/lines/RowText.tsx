import { type ReactNode, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { marksOf, foundMarksOf } from '../find/found-marks.ts'
import { StyledText } from '../style/StyledText.tsx'
import { markSpokenWord } from '../text/word-marks.ts'
import { useEditor } from '../../context/use-editor.ts'

/** The text of a row, with its style, search matches and the spoken word; its end is cut if there is no room. */
export function RowText({ cue }: { cue: Cue }): ReactNode {
  const editor = useEditor()
  const { media, spoken } = editor
  const found = foundMarksOf(editor)
  const marked = useSyncExternalStore(found.subscribe, found.snapshot)
  const marks = useMemo(() => marksOf(cue, marked), [cue, marked])
  const isSpoken = useSyncExternalStore(spoken.subscribe, () => spoken.line() === cue.id)
  const lines = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () => (isSpoken && lines.current ? markSpokenWord(editor, cue, lines.current) : undefined),
    [editor, cue, marks, isSpoken],
  )
  return (
    <span className="row-text" data-part="text" data-tip={plainText(cue.text)} data-tip-cut=".row-part">
      <span ref={lines} className="row-part row-lines" dir={textDirection(cue.text, media.language)}>
        <StyledText text={cue.text} marks={marks} />
      </span>
    </span>
  )
}
