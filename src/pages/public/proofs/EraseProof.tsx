import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import after from '../../../../assets/proofs/after.mp4'
import before from '../../../../assets/proofs/before.mp4'
import { useView } from './use-view.ts'

/** Both videos may be apart by a frame or two. */
const APART_S = 0.08
/** A line is on screen there: the still of a user who wants no motion. */
const STILL = '#t=1.5'

/** A clip with its captions and without, divided by a line that the user moves. */
export function EraseProof(): ReactNode {
  const { t } = useTranslation('public')
  const stage = useRef<HTMLDivElement>(null)
  const [left, right] = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)]
  const { wasSeen, mayMove } = useView(stage)
  const [share, setShare] = useState(50)
  useEffect(() => {
    const [first, second] = [left.current, right.current]
    if (!first || !second || !wasSeen || !mayMove) return
    const keep = (): void => {
      if (Math.abs(second.currentTime - first.currentTime) > APART_S) second.currentTime = first.currentTime
    }
    first.addEventListener('timeupdate', keep)
    // Without its consent the browser leaves the still.
    for (const player of [first, second]) void player.play().catch(() => undefined)
    return () => {
      first.removeEventListener('timeupdate', keep)
      first.pause()
      second.pause()
    }
  }, [left, right, wasSeen, mayMove])
  const video = { muted: true, loop: true, playsInline: true, preload: 'auto' } as const
  return (
    <div ref={stage} className="erase-proof" style={{ '--share': `${share}%` } as React.CSSProperties}>
      {wasSeen && <video ref={left} src={before + STILL} {...video} />}
      {wasSeen && <video ref={right} src={after + STILL} {...video} />}
      <span className="erase-proof-line" aria-hidden />
      <span className="proof-label">{t('proof_before')}</span>
      <span className="proof-label proof-label-after">{t('proof_after')}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t('proof_divider')}
        onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
      />
    </div>
  )
}
