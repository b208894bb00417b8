import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemoryMatch, MemoryPairData } from '#core/contract/memory.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { compareLines } from '#core/translate/memory/difference.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Play, Share, Trash } from '#src/ui/icons.ts'
import { useEditor, useLibrary, useNotation } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { takeMatch } from './actions.ts'

interface Props {
  pair: MemoryPairData
  /** How it matches the line; undefined for a found phrase. */
  match?: MemoryMatch
  /** The line's source, to mark what differs. */
  asked?: string
  isBest?: boolean
  onGone: () => void
}

/** A confirmed pair: its texts, who said so and where it was said. */
export function MemoryPair({ pair, match, asked, isBest = false, onGone }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const library = useLibrary()
  const take = (): void => {
    const { focus } = editor.session.cells
    if (focus !== undefined) takeMatch(editor, focus, pair.target)
  }
  return (
    <li className="memory-pair">
      <div className="memory-pair-head">
        {match && <Score match={match} />}
        <Origin pair={pair} />
        <span className="editor-gap" />
        <PlaceButton pair={pair} />
        {/* A guest sees pairs of the owner, which only the owner may delete. */}
        {library?.video.access === 'own' && <Forget pair={pair} onGone={onGone} />}
      </div>
      <p className="memory-source" dir={textDirection(pair.source, pair.source_language)}>
        {asked === undefined ? plainText(pair.source) : <Marked stored={pair.source} asked={asked} />}
      </p>
      <div className="memory-target">
        <p dir={textDirection(pair.target, pair.target_language)}>{plainText(pair.target)}</p>
        <Button
          size="small"
          variant="outlined"
          text={t('memory_use')}
          data-tip={isBest ? keyName('use_memory') : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={take}
        />
      </div>
    </li>
  )
}

function Score({ match: { kind, score, count } }: { match: MemoryMatch }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <>
      <span className={`memory-score memory-score-${kind}`}>
        {kind === 'fuzzy' ? t('memory_score', { n: score }) : t(`memory_kind_${kind}`)}
      </span>
      {count > 1 && <span className="memory-times muted">{t('memory_times', { count })}</span>}
    </>
  )
}

/** The stored source: words that the line lacks are struck out, those that only the line has follow. */
function Marked({ stored, asked }: { stored: string; asked: string }): ReactNode {
  return (
    <span className="changed-text">
      {compareLines(stored, asked).pieces.map(({ kind, text }, at) => {
        if (kind === 'stored') return <del key={at}>{text}</del>
        return kind === 'asked' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>
      })}
    </span>
  )
}

function Origin({ pair: { video_name, at_ms, person, confirm_time } }: { pair: MemoryPairData }): ReactNode {
  const { i18n } = useTranslation('editor')
  const notation = useNotation()
  const date = new Date(confirm_time).toLocaleDateString(i18n.language.replace('_', '-'))
  const where = [video_name, at_ms === null ? '' : writeTime(at_ms, notation), person, date]
  return <span className="memory-origin muted ellipsis">{where.filter((each) => each !== '').join(' · ')}</span>
}

/** Plays the place in this video; opens another one beside this page. */
function PlaceButton({ pair: { video_id, file_id, cue_id, at_ms } }: { pair: MemoryPairData }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const library = useLibrary()
  if (video_id === '' || at_ms === null) return null
  if (video_id === library?.video.video_id) {
    const play = (): void => {
      const cue = editor.session.list.at(editor.session.list.index.get(cue_id) ?? -1)
      editor.playhead.playBetween(at_ms, file_id === library.fileId && cue ? cue.end : at_ms + HEARD_MS)
    }
    return <IconButton size="small" icon={<Play size={14} />} label={t('memory_play')} onClick={play} />
  }
  const query = new URLSearchParams({ video: video_id, ...(file_id && { file: file_id, cue: cue_id }) })
  const open = (): void => void window.open(`/lab/pro/srt-edit?${query}`, '_blank', 'noopener')
  return <IconButton size="small" icon={<Share size={14} />} label={t('memory_open')} onClick={open} />
}

/** A line of usual length. */
const HEARD_MS = 3000

function Forget({ pair, onGone }: { pair: MemoryPairData; onGone: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const [isAsking, setAsking] = useState(false)
  const forget = async (): Promise<void> => {
    try {
      await call('deleteMemory', { pair_ids: [pair.pair_id] })
      onGone()
    } catch (error) {
      notifyFailure(error)
    }
    setAsking(false)
  }
  return (
    <>
      <IconButton size="small" icon={<Trash size={14} />} label={t('memory_forget')} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        text={t('memory_forget_text')}
        confirmText={t('common:delete')}
        onConfirm={forget}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
