import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { type GlossaryTerm, termSpans } from '#core/translate/glossary.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Duplicate } from '#src/ui/icons.ts'
import type { Editor } from '../../context/editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useEditor } from '../../context/use-editor.ts'
import { drawMirror } from './mirror.ts'
import { Suggestion } from './Suggestion.tsx'
import { sourceOf } from './translating.ts'
import { spellingOf } from '../spelling/spelling.ts'
import { selectText } from './text-box.ts'

/** The reference version's text for the focused line, with the folder's terms marked. */
export function SourceText({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { reference } = editor
  const spelling = spellingOf(editor)
  const { list } = useSnapshot(reference.cells)
  useSyncExternalStore(spelling.subscribe, spelling.version)
  const keyName = useKeyName()
  const place = useRef<HTMLDivElement>(null)
  const text = list ? plainText(sourceOf(editor, cue)) : ''
  const spans = termSpans(text, spelling.terms)
  useLayoutEffect(() => {
    const marks = spans.map(({ from, to }) => ({ from, to, word: text.slice(from, to), kind: 'term' as const }))
    if (place.current) drawMirror(place.current, text, marks, [])
  })
  const terms = [...new Map(spans.map(({ term }) => [term.from, term])).values()]
  return (
    <div className="text-box-source">
      <div className="text-box-source-head">
        <h3>{t('source_text')}</h3>
        <IconButton
          size="small"
          icon={<Duplicate size={14} />}
          label={t('action_copy_source')}
          keyName={keyName('copy_source')}
          disabled={text === ''}
          onClick={() => editor.run('copy_source')}
        />
      </div>
      {list ? (
        <div
          ref={place}
          className="text-box-source-text"
          dir={textDirection(text, editor.referenceLanguage)}
          aria-label={t('source_text')}
          role="note"
        />
      ) : (
        <p className="muted">{t('no_source')}</p>
      )}
      {text !== '' && <Suggestion cue={cue} />}
      {terms.length > 0 && (
        <div className="text-box-terms" role="group" aria-label={t('terms')}>
          {terms.map((term) => (
            <Button
              key={term.from}
              size="small"
              variant="outlined"
              text={term.to}
              data-tip={`${term.from} → ${term.to}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insertTerm(editor, cue, term)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Inserts a term's translation at the caret. */
function insertTerm(editor: Editor, { id }: Cue, { to: term }: GlossaryTerm): void {
  const { session } = editor
  const cue = cueIn(session.list, id)
  if (!cue) return
  const field = document.querySelector<HTMLTextAreaElement>('.text-box-text')
  const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [cue.text.length, cue.text.length]
  const [before, after] = [cue.text.slice(0, from), cue.text.slice(to)]
  const gap = /\S$/.test(before) && /[\p{L}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(term) ? ' ' : ''
  const text = `${before}${gap}${term}${after}`
  session.edit('step_term', replacePatch(session.list, [{ ...cue, text }]))
  const at = from + gap.length + term.length
  selectText(editor, id, { from: at, to: at })
}
