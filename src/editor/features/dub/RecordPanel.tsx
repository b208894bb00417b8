import './record.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { BandWord } from '#core/speech/recording.ts'
import { Button } from '#src/ui/Button.ts'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { BEATS, voiceRecorderOf } from './recorder.ts'

/** Of the band: a comfortable speed for reading, and room for each letter, so that no word covers the next one. */
const LEAST_PX_PER_MS = 0.16
const LETTER_PX = 13
const WIDE_LETTER_PX = 24

/** Shows a running recording: the countdown, the band of its words, and the level. Also sends what waits. */
export function RecordPanel(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const recorder = voiceRecorderOf(editor)
  const { phase, beat, lines, words } = useSnapshot(recorder.cells)
  useEffect(() => recorder.follow(), [recorder])
  useEffect(() => {
    if (phase === 'off' || phase === 'keeping') return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      recorder.discard()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [phase, recorder])
  if (phase === 'off') return null
  const isOn = phase === 'counting' || phase === 'recording'
  const said = {
    asking: t('record_asking'),
    counting: t('record_counting'),
    recording: lines > 1 ? t('record_now_lines', { count: lines }) : t('record_now'),
    keeping: t('record_keeping'),
  }[phase]
  return (
    <section className="record-panel" aria-label={t('record_region')} data-phase={phase}>
      <div className="record-head">
        {phase === 'counting' && (
          <span className="record-beats" aria-live="assertive">
            {Array.from({ length: BEATS }, (_, at) => BEATS - at).map((each) => (
              <b key={each} className={each === beat ? 'record-beat record-beat-on' : 'record-beat'}>
                {each}
              </b>
            ))}
          </span>
        )}
        <span className={phase === 'recording' ? 'record-said record-live' : 'record-said'} role="status">
          {said}
        </span>
        {isOn && <Level />}
        {phase === 'recording' && (
          <Button
            size="small"
            intent="danger"
            text={t('record_stop')}
            data-tip-key={keyName('record_line') || undefined}
            onClick={() => void recorder.toggle()}
          />
        )}
        {phase !== 'keeping' && (
          <Button size="small" text={t('record_discard')} data-tip-key="Esc" onClick={() => recorder.discard()} />
        )}
      </div>
      {isOn && <Band words={words} />}
    </section>
  )
}

/** The words running towards the mark, which each one meets at its time. */
function Band({ words }: { words: readonly BandWord[] }): ReactNode {
  const recorder = voiceRecorderOf(useEditor())
  const strip = useRef<HTMLDivElement>(null)
  const pace = words.reduce((most, { text, start, end }) => {
    const width = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? WIDE_LETTER_PX : LETTER_PX), LETTER_PX)
    return Math.max(most, width / Math.max(1, end - start))
  }, LEAST_PX_PER_MS)
  const first = words[0]?.start ?? 0
  useFrames(() => {
    if (strip.current) strip.current.style.transform = `translateX(${(first - recorder.nowMs) * pace}px)`
  })
  return (
    <div className="record-band" aria-hidden>
      <div ref={strip} className="record-words">
        {words.map(({ text, start }, at) => (
          <span key={at} style={{ insetInlineStart: (start - first) * pace }}>
            {text}
          </span>
        ))}
      </div>
      <div className="record-mark" />
    </div>
  )
}

function Level(): ReactNode {
  const { t } = useTranslation('editor')
  const recorder = voiceRecorderOf(useEditor())
  const bar = useRef<HTMLDivElement>(null)
  useFrames(() => {
    if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.sqrt(recorder.level))})`
  })
  return (
    <div className="record-level" role="img" aria-label={t('record_level')}>
      <div ref={bar} />
    </div>
  )
}

/** Draws in each frame of the screen while the part is shown. */
function useFrames(draw: () => void): void {
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })
  useEffect(() => {
    let frame = 0
    const next = (): void => {
      latest.current()
      frame = requestAnimationFrame(next)
    }
    next()
    return () => cancelAnimationFrame(frame)
  }, [])
}
