import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Play, Stop } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { takesOf } from './takes.ts'

/** Chooses a voice and plays a line in it. */
export function TakeTools({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const keyName = useKeyName()
  const takes = takesOf(useEditor())
  const { voices, voice, asked, playing } = useSnapshot(takes.cells)
  useEffect(() => {
    void takes.load()
    return () => takes.stop()
  }, [takes])
  if (!voices) return null
  if (voices.length === 0) return <p className="muted">{t('no_voice')}</p>
  const isPlaying = playing === cue.id
  return (
    <div className="take-tools">
      <Select
        kind="tool"
        label={t('take_voice')}
        value={voice}
        onChange={(chosen) => takes.choose(chosen)}
        options={voices.map(({ voice_id, name }) => ({ value: voice_id, label: name }))}
      />
      <IconButton
        size="small"
        icon={asked === cue.id ? <Spinner size={12} /> : isPlaying ? <Stop size={12} /> : <Play size={12} />}
        label={isPlaying ? t('take_stop') : t('action_hear_line')}
        tip={t('take_price')}
        keyName={keyName('hear_line')}
        keepsFocus
        onClick={() => void takes.hear(cue)}
      />
    </div>
  )
}
