import './record.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Microphone, Upload } from '#src/ui/icons.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { takesOf } from './takes.ts'
import { voiceRecorderOf } from './recorder.ts'

/** Longest correction of a microphone's delay, in milliseconds. */
const MOST_MS = 500

/** Records the selected lines with the user's voice, or takes them from a file. */
export function RecordButtons(): ReactNode {
  const { t } = useTranslation('editor')
  const keyName = useKeyName()
  const editor = useEditor()
  const { phase } = useSnapshot(voiceRecorderOf(editor).cells)
  if (!takesOf(editor).mayChange) return null
  return (
    <>
      <IconButton
        size="small"
        icon={<Microphone size={12} />}
        label={t('action_record_line')}
        tip={t('record_tip')}
        keyName={keyName('record_line')}
        disabled={phase !== 'off'}
        keepsFocus
        onClick={() => void editor.run('record_line')}
      />
      <IconButton
        size="small"
        icon={<Upload size={12} />}
        label={t('action_import_recording')}
        keyName={keyName('import_recording')}
        disabled={phase !== 'off'}
        onClick={() => void editor.run('import_recording')}
      />
    </>
  )
}

/** What came of the last recording of a line, and how late the microphone is. */
export function RecordTools({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const recorder = voiceRecorderOf(editor)
  const { verdicts, latencyMs, correctionMs } = useSnapshot(recorder.cells)
  if (!takesOf(editor).mayChange) return null
  const verdict = verdicts[cue.id]
  return (
    <div className="record-tools">
      <span className="muted">
        {latencyMs === undefined ? t('record_delay_unknown') : t('record_delay', { ms: latencyMs })}
      </span>
      {latencyMs !== undefined && (
        <label className="record-correction">
          <span className="muted">{t('record_correction_short')}</span>
          <NumberInput
            size="small"
            aria-label={t('record_correction')}
            value={correctionMs}
            min={-MOST_MS}
            max={MOST_MS}
            clampValueOnBlur
            onValueChange={(ms) => {
              if (Number.isFinite(ms)) recorder.correct(Math.max(-MOST_MS, Math.min(MOST_MS, Math.round(ms))))
            }}
          />
        </label>
      )}
      {verdict && (
        <p
          className={verdict === 'record_waiting' ? 'record-verdict muted' : 'record-verdict record-bad'}
          role="status"
        >
          {t(verdict)}
        </p>
      )}
    </div>
  )
}
