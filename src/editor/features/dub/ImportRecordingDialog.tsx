import './ImportRecordingDialog.css'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode } from '#core/domain/languages.ts'
import { wavOfFloats } from '#core/media/wav.ts'
import { cutLines, matchLines, type SpokenStretch } from '#core/speech/recorded-lines.ts'
import type { Recording } from '#core/speech/recording.ts'
import { speechLength } from '#core/speech/speech-length.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Play, Stop, Upload } from '#src/ui/icons.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import type { Editor } from '../../context/editor.ts'
import { useEditor } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { type RecordedLine, voiceRecorderOf } from './recorder.ts'
import { MOST_MINUTES, readSound, type SoundFault, SoundRefused } from './sound-file.ts'

/** Lines of one file: each is sent on its own. */
const MOST_LINES = 200

type Scope = 'selected' | 'onwards' | 'all'

/** A sound of lines that are read in order becomes a take of each. */
export function ImportRecordingDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  return (
    <EditorDialog name="import_recording" title={t('action_import_recording')} className="recorded-dialog" isSteady>
      <ImportRecording onClose={() => editor.dialogs.close('import_recording')} />
    </EditorDialog>
  )
}

/** A line with its place in the file. */
interface ReadLine extends RecordedLine {
  readonly at: number
  readonly sound: Recording | undefined
  readonly stretch: SpokenStretch | undefined
}

interface Sound {
  readonly name: string
  readonly recording: Recording
}

function ImportRecording({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const recorder = voiceRecorderOf(editor)
  const { session } = editor
  const hasSeveral = session.cells.selection.length > 1
  const [scope, setScope] = useState<Scope>(hasSeveral ? 'selected' : 'all')
  const [sound, setSound] = useState<Sound | 'decoding' | SoundFault>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => (typeof sound === 'object' ? matchedLines(editor, scope, sound) : []),
    [editor, scope, sound],
  )
  const read = (file: File): void => {
    setSound('decoding')
    setLeft(new Set())
    readSound(file)
      .then((recording) => setSound({ name: file.name, recording }))
      .catch((error: unknown) => {
        setSound(error instanceof SoundRefused ? error.fault : 'sound_unreadable')
        if (!(error instanceof SoundRefused)) notifyFailure(error)
      })
  }
  const chosen = lines.filter(({ cue, sound: own }) => own && !left.has(cue.id))
  const make = (): void => {
    onClose()
    void recorder.accept(
      chosen,
      chosen.map(({ sound: own }) => own),
    )
  }
  return (
    <>
      <DialogBody>
        <p className="muted">{t('recorded_text', { minutes: MOST_MINUTES, lines: MOST_LINES })}</p>
        <div className="recorded-choice">
          <FileField name={typeof sound === 'object' ? sound.name : undefined} onFile={read} />
          <SelectField
            id="recorded-lines"
            label={t('recorded_lines')}
            value={scope}
            onChange={(value) => {
              setScope(value)
              setLeft(new Set())
            }}
            options={(['selected', 'onwards', 'all'] as const).map((value) => ({
              value,
              label: t(`recorded_${value}`),
            }))}
          />
        </div>
        {sound === 'decoding' && <Spinner size={20} />}
        {typeof sound === 'string' && sound !== 'decoding' && <Fault fault={sound} />}
        {typeof sound === 'object' && (
          <Lines
            lines={lines}
            left={left}
            onToggle={(id) =>
              setLeft((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
            }
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('recorded_make', { count: chosen.length })}
              disabled={chosen.length === 0}
              onClick={make}
            />
          </>
        }
      />
    </>
  )
}

function Fault({ fault }: { fault: SoundFault }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <Callout intent="danger" compact role="alert">
      {t(fault, { minutes: MOST_MINUTES })}
    </Callout>
  )
}

/** The lines of a choice with their parts of a sound. */
function matchedLines(editor: Editor, scope: Scope, { recording }: Sound): readonly ReadLine[] {
  const { session, media } = editor
  const { cues, index } = session.list
  const selected = new Set(session.cells.selection)
  const from = scope === 'onwards' ? (index.get(session.focused?.id ?? '') ?? 0) : 0
  const wanted = cues.slice(from).filter(({ id }) => scope !== 'selected' || selected.has(id))
  const spoken = voiceRecorderOf(editor).linesOf(wanted).slice(0, MOST_LINES)
  const language = isLanguageCode(media.language) ? media.language : 'en'
  const stretches = matchLines(
    recording,
    spoken.map(({ said }) => speechLength(said, language)),
  )
  const sounds = cutLines(recording, stretches)
  return spoken.map((line, at) => ({
    ...line,
    at: index.get(line.cue.id) ?? 0,
    sound: sounds[at],
    stretch: stretches[at],
  }))
}

function FileField({ name, onFile }: { name: string | undefined; onFile: (file: File) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="recorded-file">
      <Button icon={<Upload />} text={t('recorded_choose')} onClick={() => input.current?.click()} />
      <span className="muted ellipsis">{name}</span>
      <HiddenFileInput input={input} accept="audio/*,video/mp4,.m4a" testId="recorded-file" onFile={onFile} />
    </div>
  )
}

interface LinesProps {
  lines: readonly ReadLine[]
  left: ReadonlySet<string>
  onToggle: (cueId: string) => void
}

function Lines({ lines, left, onToggle }: LinesProps): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  const player = usePlayer()
  const missing = lines.filter(({ sound }) => !sound).length
  return (
    <>
      {missing > 0 && (
        <Callout intent="warning" compact>
          {t('recorded_missing', { count: missing, of: lines.length })}
        </Callout>
      )}
      <VirtualList
        items={lines}
        rowHeight={36}
        keyOf={({ cue }) => cue.id}
        label={t('recorded_lines')}
        render={(line) => {
          const { cue, at, sound } = line
          const isPlaying = player.playing === cue.id
          return (
            <div className={sound ? 'recorded-line' : 'recorded-line muted'}>
              <Checkbox
                inline
                checked={sound !== undefined && !left.has(cue.id)}
                disabled={!sound}
                aria-label={t('change_of', { n: at + 1 })}
                onChange={() => onToggle(cue.id)}
              />
              <span className="finding-number">{at + 1}</span>
              <span className="ellipsis" dir={textDirection(cue.text, media.language)}>
                {line.said}
              </span>
              <Length line={line} />
              <IconButton
                size="small"
                icon={isPlaying ? <Stop size={12} /> : <Play size={12} />}
                label={isPlaying ? t('take_stop') : t('recorded_play', { n: at + 1 })}
                disabled={!sound}
                onClick={() => (isPlaying || !sound ? player.stop() : player.play(cue.id, sound))}
              />
            </div>
          )
        }}
      />
    </>
  )
}

function Length({ line: { cue, sound, stretch } }: { line: ReadLine }): ReactNode {
  const { t } = useTranslation('editor')
  if (!sound || !stretch) return <span>{t('recorded_not_found')}</span>
  const ms = ((stretch.to - stretch.from) / sound.rate) * 1000
  const over = ms - (cue.end - cue.start)
  const seconds = (ms / 1000).toFixed(1)
  if (over <= 0) return <span className="muted">{t('take_fits', { seconds })}</span>
  return <span className="take-long">{t('take_long', { seconds, over: Math.max(0.1, over / 1000).toFixed(1) })}</span>
}

/** Plays the sound of one line at a time. */
function usePlayer() {
  const [playing, setPlaying] = useState<string>()
  const audio = useRef<HTMLAudioElement>(undefined)
  const stop = (): void => {
    audio.current?.pause()
    if (audio.current) URL.revokeObjectURL(audio.current.src)
    audio.current = undefined
    setPlaying(undefined)
  }
  useEffect(() => () => audio.current?.pause(), [])
  const play = (id: string, { samples, rate }: Recording): void => {
    stop()
    const element = new Audio(URL.createObjectURL(new Blob([wavOfFloats(samples, rate)], { type: 'audio/wav' })))
    audio.current = element
    element.onended = () => audio.current === element && stop()
    element.play().then(() => setPlaying(id), notifyFailure)
  }
  return { playing, play, stop }
}
