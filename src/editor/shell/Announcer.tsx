import './Announcer.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { writeLength, writeTime } from '#core/timing/time-notation.ts'
import type { StepName } from '../model/document/history.ts'
import { delays } from '../model/options.ts'
import { useEditor } from '../context/use-editor.ts'

/** Steps that screen readers announce without help: typing. */
const silent: ReadonlySet<StepName> = new Set(['step_text'])

declare global {
  /** ARIA 1.3, not yet in all browsers. */
  interface Element {
    ariaNotify?(text: string): void
  }
}

/** Announces outside the page if possible: a text inserted into it costs layout and paint in the frame of an edit. */
function announce(status: Element, text: string): void {
  if (status.ariaNotify) status.ariaNotify(text)
  else status.textContent = text
}

/**
 * Announces changes of times and of the focused line: the page shows them without a change that screen readers would
 * read.
 */
export function Announcer(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, times, loop } = useEditor()
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let step: { readonly name: StepName; readonly way: 'done' | 'undone' | 'redone' } | undefined
    let hasMoved = false
    let isSpeaking = false
    const numberOf = (cue: Cue): number => (session.list.index.get(cue.id) ?? 0) + 1
    const spanOf = (cue: Cue): { start: string; end: string } => {
      const notation = times.notation()
      return { start: writeTime(cue.start, notation), end: writeTime(cue.end, notation) }
    }
    const lineOf = (cue: Cue): string => {
      const text = plainText(cue.text).replaceAll('\n', ' ')
      return t('said_line', { n: numberOf(cue), count: session.list.length, ...spanOf(cue), text })
    }
    const timesOf = (cue: Cue): string => {
      const length = writeLength(cue.start, cue.end, times.notation())
      return t('said_times', { n: numberOf(cue), ...spanOf(cue), length })
    }
    const say = (): void => {
      const { focused } = session
      const done = step && (step.way === 'done' ? t(step.name) : t(step.way, { step: t(step.name) }))
      const place = focused && (hasMoved ? lineOf(focused) : timesOf(focused))
      if (status.current)
        announce(status.current, done && place ? t('said_both', { done, place }) : (done ?? place ?? ''))
      step = undefined
      hasMoved = false
    }
    const pause = (): void => {
      isSpeaking = false
      if (step || hasMoved) say()
    }
    // A single step is announced at once; a held key's result at the pause after it.
    const later = (): void => {
      // A step and the following focus change are announced together.
      if (!isSpeaking) queueMicrotask(say)
      isSpeaking = true
      loop.idle(pause, pause, { after: delays.speech })
    }
    const stops = [
      session.onStep(({ name }, way) => {
        if (silent.has(name) && way === 'done') return
        step = { name, way }
        later()
      }),
      session.onArrival(() => {
        hasMoved = true
        later()
      }),
      () => loop.cancel(pause),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, times, loop, t])
  return <p ref={status} className="announcer" role="status" aria-live="polite" data-testid="announcer" />
}
