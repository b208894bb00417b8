import './TextPane.css'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { roundedAbove, readingOf } from '#core/checks/readings.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { DrawerRight, LayoutTwoColumns, SpellCheck, Translate } from '#src/ui/icons.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useLineInFocus } from '../../parts/use-line-in-focus.ts'
import { useLimits } from '../quality/use-limits.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { SourceText } from './SourceText.tsx'
import { TextField } from './TextField.tsx'
import { spellingOf } from '../spelling/spelling.ts'

/**
 * The text of the focused line in a larger field: row lengths against the profile, spelling, and the source beside it.
 */
export function TextPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { panels } = editor
  const spelling = spellingOf(editor)
  const { isTranslating } = useSnapshot(panels)
  const cue = useLineInFocus()
  useEffect(() => {
    void (spelling.isWanted ? spelling.open() : spelling.readTerms())
    return () => spelling.close()
  }, [spelling])
  return (
    <section className="text-box" aria-label={t('text_box')}>
      <Head cue={cue} />
      {cue ? (
        <div className={isTranslating ? 'text-box-body text-box-with-source' : 'text-box-body'}>
          {isTranslating && <SourceText cue={cue} />}
          <TextField cue={cue} />
        </div>
      ) : (
        <p className="text-box-none muted">{t('details_none')}</p>
      )}
    </section>
  )
}

function Head({ cue }: { cue: Cue | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { isTranslating, side } = useSnapshot(editor.panels)
  return (
    <header className="text-box-head">
      {cue ? <Figures cue={cue} /> : <h2>{t('text_box')}</h2>}
      <span className="editor-gap" />
      <SpellingMark />
      <IconButton
        size="small"
        icon={<SpellCheck size={14} />}
        label={t('action_spelling')}
        keyName={keyName('spelling')}
        pressed={spellingOf(editor).isWanted}
        onClick={() => editor.run('spelling')}
      />
      <IconButton
        size="small"
        icon={<Translate size={14} />}
        label={t('action_translating')}
        keyName={keyName('translating')}
        pressed={isTranslating}
        onClick={() => editor.run('translating')}
      />
      <IconButton
        size="small"
        icon={side === 'text' ? <LayoutTwoColumns size={14} /> : <DrawerRight size={14} />}
        label={t(side === 'text' ? 'text_under' : 'action_text_side')}
        keyName={keyName('text_side')}
        onClick={() => editor.run('text_side')}
      />
    </header>
  )
}

function Figures({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const notation = useNotation()
  const limits = useLimits()
  const { cps, isFast } = readingOf(cue, limits)
  const n = (session.list.index.get(cue.id) ?? 0) + 1
  return (
    <>
      <h2>{t('details_line', { n, count: session.list.length })}</h2>
      <span className="text-box-time muted">{writeSpan(cue, notation)}</span>
      <span
        className={isFast ? 'text-box-figure text-box-off' : 'text-box-figure'}
        data-tip={t('cps_of', { max: limits.cps })}
      >
        {t('text_cps', { cps: isFast ? roundedAbove(cps, limits.cps, 1) : cps.toFixed(1), max: limits.cps })}
      </span>
    </>
  )
}

/** State of the spelling: loading, unavailable, or the number of lines with unknown words. */
function SpellingMark(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const spelling = spellingOf(editor)
  const state = useSyncExternalStore(spelling.subscribe, spelling.state)
  useSyncExternalStore(spelling.subscribe, spelling.version)
  if (state === 'off') return null
  if (state !== 'ready') return <span className="text-box-figure">{t(`spelling_${state}`)}</span>
  const { count } = spelling
  if (count === 0) return <span className="text-box-figure">{t('spelling_fine')}</span>
  return (
    <button type="button" className="text-box-misspelled" onClick={() => editor.run('next_misspelling')}>
      {t('spelling_lines', { count })}
    </button>
  )
}
