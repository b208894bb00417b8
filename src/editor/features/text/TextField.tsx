import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { readingOf } from '#core/checks/readings.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import type { Editor } from '../../context/editor.ts'
import { useLimits } from '../quality/use-limits.ts'
import { useEditor } from '../../context/use-editor.ts'
import { doubtfulWords } from './go-to-word.ts'
import { drawMirror, type TextMark } from './mirror.ts'
import { type AskedWord, WordMenu } from './WordMenu.tsx'
import { spellingOf } from '../spelling/spelling.ts'
import { qualityOf } from '../quality/quality.ts'
import { askSuggestions } from './text-box.ts'

/** Marked words of a line: unknown ones, else those that recognition was not sure of. */
function marksOf(editor: Editor, cue: Cue): TextMark[] {
  const misspelled = spellingOf(editor)
    .of(cue)
    .map((word) => ({ ...word, kind: 'misspelled' as const }))
  const doubtful = doubtfulWords(editor, cue)
    .filter(({ from, to }) => !misspelled.some((word) => word.from < to && from < word.to))
    .map(({ from, to }) => ({ from, to, word: cue.text.slice(from, to), kind: 'doubtful' as const }))
  return [...misspelled, ...doubtful].sort((a, b) => a.from - b.from)
}

/** The text of a line in a field that grows with it; a layer behind it shows row lengths and marks. */
export function TextField({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const quality = qualityOf(editor)
  const spelling = spellingOf(editor)
  const field = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const words = useSyncExternalStore(spelling.subscribe, spelling.version)
  const found = useSyncExternalStore(quality.subscribe, quality.version)
  const limits = useLimits()
  const marks = useMemo(() => {
    // Both change with the data that the marks depend on.
    void words
    void found
    return marksOf(editor, cue)
  }, [editor, cue, words, found])
  useLayoutEffect(() => {
    const show = (): void => {
      const now = session.focused
      if (!now || !mirror.current || !field.current) return
      const isHeld = session.held.isHeld(now.id) && document.activeElement === field.current
      if (field.current.value !== now.text && !isHeld) field.current.value = now.text
      const figures = readingOf(now, limits).rows.map((letters) => ({ letters, isOff: letters > limits.lineLength }))
      drawMirror(mirror.current, now.text, marks, figures)
    }
    show()
    // At once, since the next key may be a letter.
    const stops = [session.onChange(show), subscribeKey(session.cells, 'focus', show, true)]
    return () => stops.forEach((stop) => stop())
  }, [session, cue, marks, limits])
  useSelection(field, cue)
  const n = (session.list.index.get(cue.id) ?? 0) + 1
  const asked = useAskedWord(mirror, marks, cue)
  const isWide = limits.lineCounting === 'fullWidths'
  return (
    <div
      className={isWide ? 'text-box-field text-box-wide' : 'text-box-field'}
      style={{ '--letters': limits.lineLength } as CSSProperties}
      data-cue={cue.id}
      lang={editor.media.language.replace('_', '-')}
      dir={textDirection(cue.text, editor.media.language)}
    >
      <span className="text-box-guide" aria-hidden data-tip={t('cpl_of', { max: limits.lineLength })} />
      <div ref={mirror} className="text-box-mirror" aria-hidden />
      <textarea
        ref={field}
        className="text-box-text"
        autoComplete="off"
        // The browser checks spelling only without a dictionary of the version's language.
        spellCheck={spelling.state() === 'none' || spelling.state() === 'failed'}
        defaultValue={cue.text}
        readOnly={session.isReadOnly}
        aria-label={t('text_box_of', { n })}
        onChange={(event) => session.type(cue.id, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        onClick={({ altKey, currentTarget }) => altKey && editor.spoken.seekTo(cue.id, currentTarget.selectionStart)}
        onContextMenu={(event) => {
          const { selectionStart: at } = event.currentTarget
          const word = marks.find(({ kind, from, to }) => kind === 'misspelled' && from <= at && at <= to)
          // Elsewhere the browser's menu is more useful.
          if (!word) return
          event.preventDefault()
          askSuggestions(editor, cue.id, word)
        }}
      />
      {asked && <WordMenu asked={asked} cue={cue} field={field} />}
    </div>
  )
}

/** Selects the range that the editor requests. */
function useSelection(field: React.RefObject<HTMLTextAreaElement | null>, cue: Cue): void {
  const { panels } = useEditor()
  const { textSelection } = useSnapshot(panels)
  useEffect(() => {
    if (!textSelection || textSelection.id !== cue.id || !field.current) return
    field.current.focus({ preventScroll: true })
    field.current.setSelectionRange(textSelection.from, textSelection.to)
    // Cleared, so that returning to the line selects nothing.
    panels.textSelection = undefined
  }, [field, panels, textSelection, cue.id])
}

/** The word whose suggestions are open, and its position on the page. */
function useAskedWord(
  mirror: React.RefObject<HTMLDivElement | null>,
  marks: readonly TextMark[],
  cue: Cue,
): AskedWord | undefined {
  const { panels } = useEditor()
  const { asked } = useSnapshot(panels)
  if (!asked || asked.id !== cue.id) return undefined
  const word = marks.find(({ kind, from }) => kind === 'misspelled' && from === asked.from)
  const place = mirror.current?.querySelector(`[data-from="${asked.from}"]`)?.getBoundingClientRect()
  return word && place && { word, left: place.left, top: place.bottom }
}
