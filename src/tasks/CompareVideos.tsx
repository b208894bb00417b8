import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { formatLength } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Pause, Play } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Slider } from '#src/ui/Slider.ts'
import { OverlayChoice, useOverlayText } from './CompareChoices.tsx'
import { DubSound, SourceChoice, sourceOfKey, useSources } from './CompareSounds.tsx'
import { type OneClock, useOneClock } from './one-clock.ts'
import { type Playable, usePlayable } from './stream.ts'

/** Step of an arrow key, in seconds. */
const STEP_S = 2

const layouts = ['beside', 'divided', 'switch'] as const
type Layout = (typeof layouts)[number]

interface Props {
  original: Playable
  /** Address of a video, or of its sound. */
  result: string
  durationMs: number
  /** The result's source video. */
  video: Video
  /** The layout at first. */
  initialLayout?: Layout
}

/** Original and result in sync: side by side, divided by a line that moves, or switched. */
export function CompareVideos({ original, result, durationMs, video, initialLayout = 'beside' }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const first = useRef<HTMLVideoElement>(null)
  const second = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  usePlayable(first, original)
  const clock = useOneClock(first, second)
  const [layout, setLayout] = useState<Layout>(initialLayout)
  const [source, setSource] = useState('result')
  const sources = useSources(video, result)
  const [share, setShare] = useState(0.5)
  const [overlay, setOverlay] = useState('')
  const overlayText = useOverlayText(overlay, clock.timeMs)
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => takeKeys(pane.current), [])
  const isSound = result.endsWith('.m4a')
  const { width, height } = video.video_info
  // Until the pictures arrive.
  const shape = width > 0 && height > 0 ? { aspectRatio: `auto ${width} / ${height}` } : undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (target instanceof HTMLElement && isForControl(target, key)) return
    if (key === ' ') clock.toggle()
    else if (key === 'ArrowLeft') clock.seek(clock.timeMs - STEP_S * 1000)
    else if (key === 'ArrowRight') clock.seek(clock.timeMs + STEP_S * 1000)
    else {
      const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : sourceOfKey(sources, source, key)
      if (next === undefined) return
      setSource(next)
    }
    event.preventDefault()
  }
  // Another dub has the original's picture.
  const isResult = source === 'result'
  const hides = (result: boolean): boolean => layout === 'switch' && isResult !== result && !isSound
  return (
    <div
      ref={pane}
      className="compare-videos"
      role="group"
      aria-label={t('tab_compare')}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        className="compare-stage"
        data-layout={isSound ? 'switch' : layout}
        style={{ '--share': share } as React.CSSProperties}
      >
        <figure data-hidden={hides(false)}>
          <video ref={first} style={shape} muted={source !== 'original'} playsInline preload="auto" />
          <Overlay text={overlayText} />
          <figcaption>{t(isSound && isResult ? 'side_result_sound' : 'side_original')}</figcaption>
        </figure>
        {isSound ? (
          <audio ref={second} src={result} muted={!isResult} preload="auto" />
        ) : (
          <figure data-hidden={hides(true)}>
            <video ref={second} style={shape} src={result} muted={!isResult} playsInline preload="auto" />
            <Overlay text={overlayText} />
            <figcaption>{t('side_result')}</figcaption>
          </figure>
        )}
        {layout === 'divided' && !isSound && <Divider share={share} onShare={setShare} />}
      </div>
      {sources.slice(2).map(({ id }) => (
        <DubSound key={id} address={id} leader={first} isPlaying={clock.isPlaying} isChosen={id === source} />
      ))}
      {clock.isBroken && <p className="task-failed">{t('cannot_play')}</p>}
      <div className="compare-bar">
        <Transport clock={clock} durationMs={durationMs} />
        <SourceChoice sources={sources} value={source} onChange={setSource} />
        {!isSound && <LayoutChoice layout={layout} onLayout={setLayout} />}
      </div>
      <div className="compare-bar">
        <OverlayChoice video={video} value={overlay} onChange={setOverlay} />
        <span className="muted">{t('compare_keys')}</span>
      </div>
    </div>
  )
}

function LayoutChoice({ layout, onLayout }: { layout: Layout; onLayout: (layout: Layout) => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <SegmentedControl
      size="small"
      aria-label={t('compare_layout')}
      value={layout}
      onValueChange={(value) => onLayout(layouts.find((each) => each === value) ?? 'beside')}
      options={layouts.map((value) => ({ value, label: t(`layout_${value}`) }))}
    />
  )
}

/** The line between both pictures; the original is on its left. */
function Divider({ share, onShare }: { share: number; onShare: (share: number) => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <>
      <span className="compare-line" aria-hidden />
      <input
        type="range"
        className="compare-divider"
        min={0}
        max={100}
        value={Math.round(share * 100)}
        aria-label={t('compare_divider')}
        onChange={(event) => onShare(event.currentTarget.valueAsNumber / 100)}
      />
    </>
  )
}

/** Shortcuts work at once; the focus stays for users who tab. */
function takeKeys(pane: HTMLElement | null): void {
  const active = document.activeElement
  if (!active?.matches('[role=tab]:focus-visible, input, textarea')) pane?.focus({ preventScroll: true })
}

/** Whether a key belongs to the focused control: a button, slider or select. */
function isForControl(target: HTMLElement, key: string): boolean {
  if (target.matches('input[type=range]')) return key.startsWith('Arrow')
  if (target.closest('input, [role=combobox], [role=listbox]')) return true
  if (key === ' ') return target.closest('button') !== null
  return key.startsWith('Arrow') && target.closest('[role=slider], [role=radio]') !== null
}

/** The selected version's cue over the picture. */
function Overlay({ text }: { text: string }): ReactNode {
  return text === '' ? null : (
    <p className="compare-overlay" dir="auto">
      {text}
    </p>
  )
}

function Transport({ clock, durationMs }: { clock: OneClock; durationMs: number }): ReactNode {
  const { t } = useTranslation('tasks')
  const last = Math.max(1, durationMs)
  return (
    <>
      <IconButton
        icon={clock.isPlaying ? <Pause /> : <Play />}
        label={t(clock.isPlaying ? 'pause' : 'preview')}
        keyName="Space"
        onClick={clock.toggle}
      />
      <span className="compare-time">{formatLength(clock.timeMs)}</span>
      <Slider
        min={0}
        max={last}
        stepSize={10}
        labelRenderer={false}
        value={Math.min(clock.timeMs, last)}
        onChange={clock.seek}
        handleHtmlProps={{ 'aria-label': t('position_in_video') }}
      />
      <span className="compare-time">{formatLength(durationMs)}</span>
    </>
  )
}
