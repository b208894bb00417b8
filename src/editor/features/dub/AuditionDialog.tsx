import './AuditionDialog.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { voicesToCompare } from '#core/speech/audition.ts'
import { genderOfPitch } from '#core/speech/match-voices.ts'
import { VoicePortrait } from '#src/tasks/VoicePortrait.tsx'
import { VoiceTraits } from '#src/tasks/VoiceFilters.tsx'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Play, SmallTick, Stop } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { useEditor, useRoles } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { useOriginalPitch } from './original-pitch.ts'
import { type TakeVoice, takesOf } from './takes.ts'

/** The line in focus spoken by several voices, side by side: one of them becomes the line's or its speaker's. */
export function AuditionDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const takes = takesOf(editor)
  const close = (): void => {
    takes.stop()
    editor.dialogs.close('audition')
  }
  return (
    <EditorDialog name="audition" title={t('action_audition')} className="audition-dialog" isSteady onClose={close}>
      <Audition onClose={close} />
    </EditorDialog>
  )
}

function Audition({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { session, media } = useEditor()
  const takes = takesOf(useEditor())
  const { voices } = useSnapshot(takes.cells) as { voices: readonly TakeVoice[] | undefined }
  const [cue] = useState(() => session.focused)
  const pitch = useOriginalPitch(cue)
  useEffect(() => void takes.load(), [takes])
  return (
    <>
      <DialogBody>
        {cue && (
          <blockquote className="audition-line" dir={textDirection(cue.text, media.language)}>
            {cue.text}
          </blockquote>
        )}
        {voices?.length === 0 && <p className="muted">{t('no_voice')}</p>}
        {cue && voices && voices.length > 0 && pitch !== undefined && (
          <Voices cue={cue} voices={voices} pitch={pitch} />
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common:close')} onClick={onClose} />}>
        <span className="muted">{t('take_price')}</span>
      </DialogFooter>
    </>
  )
}

interface VoicesProps {
  cue: Cue
  voices: readonly TakeVoice[]
  /** Of the original voice, in hertz. */
  pitch: number | null
}

function Voices({ cue, voices, pitch }: VoicesProps): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  const [shown, setShown] = useState(() => {
    const own = takes.voiceOf(cue.id).voice || takes.dubVoiceOf(cue)
    return voicesToCompare(voices, own, pitch ?? undefined).map(({ voice_id }) => voice_id)
  })
  return (
    <>
      {genderOfPitch(pitch ?? undefined) && (
        <p className="muted audition-pitch">{t('audition_pitch', { hertz: Math.round(pitch ?? 0) })}</p>
      )}
      <ul className="audition">
        {shown.map((id, at) => {
          const voice = voices.find(({ voice_id }) => voice_id === id)
          return (
            voice && (
              <VoiceCard
                key={at}
                cue={cue}
                voice={voice}
                others={voices.filter(({ voice_id }) => voice_id === id || !shown.includes(voice_id))}
                onChange={(other) => setShown((before) => before.with(at, other))}
              />
            )
          )
        })}
      </ul>
    </>
  )
}

interface CardProps {
  cue: Cue
  voice: TakeVoice
  /** Voices that may stand here instead. */
  others: readonly TakeVoice[]
  onChange: (voice: string) => void
}

function VoiceCard({ cue, voice, others, onChange }: CardProps): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  // Read, so that a new take and the chosen voice are shown.
  const { asked, askedVoice, playing, version: _ } = useSnapshot(takes.cells)
  const { voice_id, name } = voice
  const take = takes.takeIn(cue, voice_id)
  const isPlaying = take !== undefined && playing === take.takeId
  const over = take ? take.ms - (cue.end - cue.start) : 0
  return (
    <li className="audition-voice">
      <VoicePortrait id={voice_id} name={name} isPlaying={isPlaying} />
      <Select
        kind="tool"
        label={t('take_voice')}
        value={voice_id}
        options={others.map((other) => ({ value: other.voice_id, label: other.name }))}
        onChange={onChange}
      />
      <VoiceTraits voice={voice} />
      <Button
        icon={isPlaying ? <Stop /> : <Play />}
        text={isPlaying ? t('take_stop') : t(take ? 'audition_play' : 'audition_speak')}
        loading={asked === cue.id && askedVoice === voice_id}
        disabled={asked !== undefined}
        onClick={() => (isPlaying ? takes.stop() : void takes.hear(cue, voice_id))}
      />
      <span className={over > 0 ? 'audition-length take-long' : 'audition-length muted'}>
        {take && (over > 0 ? t('take_long', lengths(take.ms, over)) : t('take_fits', lengths(take.ms)))}
      </span>
      <Choices cue={cue} voice={voice} />
    </li>
  )
}

const lengths = (ms: number, over = 0) => ({
  seconds: (ms / 1000).toFixed(1),
  over: Math.max(0.1, over / 1000).toFixed(1),
})

/** Gives the voice to the line, or to its speaker. */
function Choices({ cue, voice: { voice_id } }: { cue: Cue; voice: TakeVoice }): ReactNode {
  const { t } = useTranslation('editor')
  const takes = takesOf(useEditor())
  const roles = useRoles()
  const role = roles.find(({ folder_role_id }) => folder_role_id === cue.roles[0])
  const isOfLine = (takes.voiceOf(cue.id).voice || takes.dubVoiceOf(cue)) === voice_id
  const isOfRole = role !== undefined && takes.dubVoiceOf(cue) === voice_id
  return (
    <>
      <Button
        variant="minimal"
        icon={isOfLine ? <SmallTick /> : undefined}
        text={t('audition_line')}
        disabled={isOfLine || !takes.mayChange}
        onClick={() => void takes.setVoice(cue.id, { voice: voice_id === takes.dubVoiceOf(cue) ? '' : voice_id })}
      />
      {role && (
        <Button
          variant="minimal"
          icon={isOfRole ? <SmallTick /> : undefined}
          text={t('audition_role', { name: role.role_name })}
          disabled={isOfRole || !takes.mayChange}
          ellipsizeText
          onClick={() => void takes.cast(role.folder_role_id, voice_id)}
        />
      )}
    </>
  )
}
