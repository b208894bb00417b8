import './TakesList.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { RECORDED_VOICE } from '#core/speech/takes.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Play, Star, Stop, Undo } from '#src/ui/icons.ts'
import { useEditor } from '../../context/use-editor.ts'
import { takeFocus, TAKES_ID } from './focus-takes.ts'
import { type ShownTake, takesOf } from './takes.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Takes of a line, newest first: with the focus, 1 to 9 play, S stars and R restores. */
export function TakesList({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  // Read, so that new takes and stars are shown.
  const { version: _ } = useSnapshot(takes.cells)
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => takeFocus(list.current), [])
  const shown = takes.listOf(cue)
  const here = shown[Math.min(at, shown.length - 1)]
  const act = (key: string): boolean => {
    const numbered = shown.find(({ number }) => String(number) === key)
    if (numbered) takes.playOrStop(numbered)
    else if (key in STEPS) setAt(Math.min(shown.length - 1, Math.max(0, at + (STEPS[key] ?? 0))))
    else if (!here) return false
    else if (key === 'Enter' || key === ' ') takes.playOrStop(here)
    else if (key === 's') void takes.star(cue, here)
    else if (key === 'r') void takes.restore(cue, here)
    else return false
    return true
  }
  const press = (event: KeyboardEvent): void => {
    if (event.target !== list.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // A number without a take does nothing: outside of the list it names a speaker.
    if (act(event.key.length === 1 ? event.key.toLowerCase() : event.key) || /^\d$/.test(event.key))
      event.preventDefault()
  }
  return (
    <div
      ref={list}
      id={TAKES_ID}
      className="takes"
      role="listbox"
      tabIndex={0}
      aria-label={t('takes')}
      aria-activedescendant={here && `take-${here.takeId}`}
      onKeyDown={press}
    >
      {shown.length === 0 && <p className="muted takes-none">{t('takes_none')}</p>}
      {shown.map((take, index) => (
        <TakeRow key={take.takeId} cue={cue} take={take} isHere={take === here} onPoint={() => setAt(index)} />
      ))}
    </div>
  )
}

interface RowProps {
  cue: Cue
  take: ShownTake
  isHere: boolean
  onPoint: () => void
}

function TakeRow({ cue, take, isHere, onPoint }: RowProps): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  const { playing } = useSnapshot(takes.cells)
  const { number: n, isStale, isStarred, isChosen } = take
  const isPlaying = playing === take.takeId
  return (
    <div
      id={`take-${take.takeId}`}
      className={['take', isHere && 'take-here', isStale && 'take-stale'].filter(Boolean).join(' ')}
      role="option"
      aria-selected={isHere}
      aria-label={t('take_of_n', { n })}
      tabIndex={-1}
      onPointerDown={onPoint}
    >
      <IconButton
        size="small"
        icon={isPlaying ? <Stop size={12} /> : <Play size={12} />}
        label={isPlaying ? t('take_stop') : t('take_play', { n })}
        tabIndex={-1}
        keepsFocus
        onClick={() => takes.playOrStop(take)}
      />
      <span className="take-number">{n}</span>
      <span className="take-words ellipsis">
        <Manner take={take} /> · <Fit cue={cue} ms={take.ms} />
        {isChosen && <strong> · {t('take_chosen')}</strong>}
        {isStale && ` · ${t('take_stale')}`}
      </span>
      <IconButton
        size="small"
        icon={<Star size={12} />}
        className={isStarred ? 'take-starred' : ''}
        pressed={isStarred}
        label={isStarred ? t('take_unstar') : t('take_star', { n })}
        tabIndex={-1}
        keepsFocus
        onClick={() => void takes.star(cue, take)}
      />
      <IconButton
        size="small"
        icon={<Undo size={12} />}
        disabled={!isStale}
        label={t('take_restore', { n })}
        tabIndex={-1}
        keepsFocus
        onClick={() => void takes.restore(cue, take)}
      />
    </div>
  )
}

/** Voice, speed, pitch and pauses. */
function Manner({ take: { voice, speed, pitch, gap, person } }: { take: ShownTake }): ReactNode {
  const { t } = useTranslation('editor')
  const { voices } = useSnapshot(takesOf(useEditor()).cells)
  if (voice === RECORDED_VOICE) return person === '' ? t('take_recorded') : t('take_recorded_by', { person })
  const name = voices?.find(({ voice_id }) => voice_id === voice)?.name ?? voice.split('/').at(-1)
  const parts = [
    name,
    speed !== 1 && `${speed}×`,
    pitch !== 0 && t('take_pitch', { pitch: signed(pitch) }),
    gap !== 0 && t('take_gap'),
  ]
  return parts.filter(Boolean).join(' ')
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

function Fit({ cue, ms }: { cue: Cue; ms: number }): ReactNode {
  const { t } = useTranslation('editor')
  const over = ms - (cue.end - cue.start)
  const seconds = (ms / 1000).toFixed(1)
  if (over <= 0) return t('take_fits', { seconds })
  return <span className="take-long">{t('take_long', { seconds, over: Math.max(0.1, over / 1000).toFixed(1) })}</span>
}
