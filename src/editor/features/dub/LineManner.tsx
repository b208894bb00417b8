import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { Select } from '#src/ui/Select.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { takesOf } from './takes.ts'

const SPEEDS = [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.8]
const PITCHES = Array.from({ length: 25 }, (_, at) => at - 12)
const GAPS = [0, 50, 100, 200, 300, 500]

/** Voice, speed, pitch and pauses of one line, as far as its voice has them. */
export function LineManner({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  // Read, so that another voice of the line is shown.
  const { voices, version: _ } = useSnapshot(takes.cells)
  const { voice, speed, pitch, gap } = takes.voiceOf(cue.id)
  const manner = takes.spokenBy(cue)?.manner
  const dubVoice = takes.dubVoiceOf(cue)
  const cast = dubVoice === takes.cells.voice ? undefined : voices?.find(({ voice_id }) => voice_id === dubVoice)
  const set = (change: Parameters<typeof takes.setVoice>[1]): void => void takes.setVoice(cue.id, change)
  const isWithin = (value: number, range: readonly [number, number]): boolean => value >= range[0] && value <= range[1]
  const common = { kind: 'tool', disabled: !takes.mayChange } as const
  return (
    <div className="take-tools">
      <Select
        {...common}
        label={t('line_voice')}
        value={voice}
        onChange={(chosen) => set({ voice: chosen })}
        options={[
          { value: '', label: cast ? t('line_voice_cast', { voice: cast.name }) : t('line_voice_dub') },
          ...(voices ?? []).map(({ voice_id, name }) => ({ value: voice_id, label: name })),
        ]}
      />
      {manner?.speed && (
        <Select
          {...common}
          label={t('line_speed')}
          value={speed}
          onChange={(chosen) => set({ speed: chosen })}
          options={withValue(SPEEDS, speed, (value) => isWithin(value, manner.speed ?? [1, 1])).map((value) => ({
            value,
            label: `${value}×`,
          }))}
        />
      )}
      {manner?.pitch && (
        <Select
          {...common}
          label={t('line_pitch')}
          value={pitch}
          onChange={(chosen) => set({ pitch: chosen })}
          options={withValue(PITCHES, pitch, (value) => isWithin(value, manner.pitch ?? [0, 0])).map((value) => ({
            value,
            label: `${value > 0 ? '+' : ''}${value} st`,
          }))}
        />
      )}
      {manner && manner.gap > 0 && (
        <Select
          {...common}
          label={t('line_gap')}
          value={gap}
          onChange={(chosen) => set({ gap: chosen })}
          options={withValue(GAPS, gap, (value) => value <= manner.gap).map((value) => ({
            value,
            label: value === 0 ? t('line_gap_none') : t('line_gap_ms', { ms: value }),
          }))}
        />
      )}
    </div>
  )
}

/** The values that a voice has, and the present one. */
function withValue(values: readonly number[], present: number, isPossible: (value: number) => boolean): number[] {
  return [...new Set([...values.filter(isPossible), present])].sort((a, b) => a - b)
}
