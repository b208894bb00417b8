import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Manual, People, Play } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { RecordButtons, RecordTools } from './RecordTools.tsx'
import { LineManner } from './LineManner.tsx'
import { TakesList } from './TakesList.tsx'
import { takesOf } from './takes.ts'

/** Chooses how a line is spoken, has it spoken, and lists its takes. */
export function TakeTools({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const keyName = useKeyName()
  const editor = useEditor()
  const takes = takesOf(editor)
  const { voices, voice, asked } = useSnapshot(takes.cells)
  useEffect(() => {
    if (editor.library) void takes.load()
    return () => takes.stop()
  }, [editor, takes])
  if (!editor.library || !voices) return null
  if (voices.length === 0)
    return (
      <>
        <div className="take-tools">
          <span className="muted">{t('no_voice')}</span>
          <RecordButtons />
        </div>
        <RecordTools cue={cue} />
        <TakesList key={cue.id} cue={cue} />
      </>
    )
  return (
    <>
      <div className="take-tools">
        {editor.library.isOwn && (
          <IconButton
            size="small"
            icon={<Manual size={12} />}
            label={t('pronunciations')}
            onClick={() => editor.dialogs.open({ name: 'pronunciations' })}
          />
        )}
        <Select
          kind="tool"
          label={t('take_voice')}
          value={voice}
          onChange={(chosen) => takes.choose(chosen)}
          options={voices.map(({ voice_id, name }) => ({ value: voice_id, label: name }))}
        />
        {editor.library.isOwn && (
          <IconButton
            size="small"
            icon={<People size={12} />}
            label={t('action_audition')}
            keyName={keyName('audition')}
            onClick={() => editor.dialogs.open({ name: 'audition' })}
          />
        )}
        <IconButton
          size="small"
          icon={asked === cue.id ? <Spinner size={12} /> : <Play size={12} />}
          label={t('action_hear_line')}
          tip={t('take_price')}
          keyName={keyName('hear_line')}
          keepsFocus
          onClick={() => void takes.hear(cue)}
        />
        <RecordButtons />
      </div>
      <LineManner cue={cue} />
      <RecordTools cue={cue} />
      <TakesList key={cue.id} cue={cue} />
    </>
  )
}
