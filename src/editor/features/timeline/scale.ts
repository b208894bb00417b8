import { timelineLimits } from '#core/domain/limits.ts'
import { MAX_WAVE_GAIN } from '#core/media/peaks.ts'
import { clamp } from '#core/timing/rules.ts'
import type { Editor } from '../../context/editor.ts'
import type { Span } from '../../timeline/index.ts'

/** In steps of 3 dB, from no magnification to one at which a whisper fills the track. */
export function scaleWave({ panels, analysis }: Editor, steps: number): void {
  const gain = panels.waveGain ?? analysis.gain
  panels.waveGain = clamp(2 ** (Math.round(Math.log2(gain) * 2 + steps) / 2), 1, MAX_WAVE_GAIN)
}

/** Zooms the timeline by steps. */
export function zoomBy({ panels }: Editor, steps: number): void {
  const { minZoom, maxZoom, zoomStep } = timelineLimits
  const { span, zoom } = panels.scale
  panels.scale = { span, zoom: Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10 }
}

/** Fits a span to the width of the timeline. */
export function showSpan({ panels }: Editor, span: Span): void {
  panels.scale = { span, zoom: 1 }
}
