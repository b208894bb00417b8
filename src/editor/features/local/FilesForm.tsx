import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endMs, type MediaFacts, videoOf } from '#core/media/facts.ts'
import { EncodingField, Preview } from '#src/subtitles/EncodingField.tsx'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { isGuess } from '#src/subtitles/import-file.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Document, Video } from '#src/ui/icons.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { formatBytes, formatLength } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { type EmbeddedTrack, tracksOfFile } from '../../media/embedded.ts'
import { useTrackName } from '../../media/use-track-name.ts'
import type { ReadLines } from './lines.ts'
import { type Opened, noChoice, type useChoice } from './use-choice.ts'
import type { Reading } from './use-reading.ts'
import { useTrackLines } from './use-track-lines.ts'

interface Props extends ReturnType<typeof useChoice> {
  readonly onChoose: () => Promise<void>
  readonly onOpen: (opened: Opened) => void
}

/** The chosen files, their content and how they are opened. */
export function FilesForm(props: Props): ReactNode {
  const { choice, setChoice, facts, lines, language, isReady, opened, onChoose, onOpen } = props
  const { t } = useTranslation('editor')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) onOpen(opened())
  }
  const read = lines.at === 'read' ? lines.value : undefined
  return (
    <form className="local-form" onSubmit={submit}>
      <ChosenFiles {...props} />
      <Tracks {...props} />
      {lines.at === 'refused' && <Refused fault={lines.fault} />}
      <Encoding key={choice.source.kind === 'file' ? choice.source.picked.file.name : ''} {...props} />
      {read?.single && (
        <div>
          <Checkbox
            labelElement={
              <>
                <SubtitleIcon name="roll_up" /> {t('subtitles:unroll')}
              </>
            }
            checked={choice.isUnrolled}
            onChange={(event) => setChoice({ ...choice, isUnrolled: event.currentTarget.checked })}
          />
          <p className="muted local-hint">
            {t('subtitles:unroll_text', { before: read.read.cues.length, after: read.single.cues.length })}
          </p>
        </div>
      )}
      <FormGroup label={t('local_language')} labelFor="local-language" helperText={useLanguageHint(lines)}>
        <LanguageSelect
          id="local-language"
          value={language}
          onChange={(code) => setChoice({ ...choice, language: code })}
        />
      </FormGroup>
      {facts.at === 'read' && !facts.value && <p className="muted local-hint">{t('media_unreadable')}</p>}
      <div className="local-actions">
        <Button text={t('local_pick')} onClick={() => void onChoose()} />
        <Button type="submit" intent="primary" text={t('local_open')} disabled={!isReady} />
      </div>
    </form>
  )
}

/** The guessed encoding of a file, with lines as a sample, which stays while the file is read again. */
function Encoding({ choice, setChoice, lines }: Props): ReactNode {
  const read = lines.at === 'read' ? lines.value?.read : undefined
  const [last, setLast] = useState(read)
  if (read && read !== last) setLast(read)
  // A chosen encoding is no guess, and can be changed.
  const isChosen = choice.encoding !== undefined
  const shown = read ?? (isChosen && lines.at === 'reading' ? last : undefined)
  if (choice.source.kind !== 'file' || !shown || !(isGuess(shown) || isChosen)) return null
  return (
    <div>
      <EncodingField read={shown} readAs={(encoding) => setChoice({ ...choice, encoding })} />
      <Preview read={shown} />
    </div>
  )
}

/** The language detected in the text, if any. */
function useLanguageHint(lines: Reading<ReadLines | undefined>): string | undefined {
  const { t } = useTranslation('subtitles')
  const nameOf = useLanguageNames()
  if (lines.at !== 'read' || !lines.value || lines.value.read.cues.length === 0) return undefined
  const { detected } = lines.value
  if (!detected) return t('import_not_detected')
  return t('import_detected', { language: nameOf(detected.language), share: Math.round(detected.confidence * 100) })
}

function Refused({ fault }: { fault: Error }): ReactNode {
  const { t } = useTranslation('editor')
  const text =
    fault instanceof FileUnreadable ? t(`subtitles:file_${fault.reason}`, { n: fault.limit }) : t('embedded_unreadable')
  return (
    <Callout intent="danger" compact role="alert">
      {text}
    </Callout>
  )
}

/** The video and the subtitle file, with their data. */
function ChosenFiles({ choice, setChoice, facts, lines }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { video, source } = choice
  const subtitle = source.kind === 'file' ? source.picked : undefined
  const read = lines.at === 'read' ? lines.value?.read : undefined
  return (
    <ul className="local-files">
      {video && (
        <ChosenFile
          icon={<Video />}
          name={video.file.name}
          isReading={facts.at === 'reading'}
          about={facts.at === 'read' ? aboutVideo(video.file, facts.value) : ''}
          onRemove={() => setChoice(withoutVideo(choice))}
        />
      )}
      {subtitle && (
        <ChosenFile
          icon={<Document />}
          name={subtitle.file.name}
          isReading={lines.at === 'reading'}
          about={
            read ? t('subtitles:import_lines', { count: read.cues.length, format: read.format.toUpperCase() }) : ''
          }
          onRemove={() => setChoice({ ...choice, source: { kind: 'empty' } })}
        />
      )}
    </ul>
  )
}

function withoutVideo(choice: Props['choice']): Props['choice'] {
  return { ...choice, video: undefined, source: choice.source.kind === 'track' ? noChoice.source : choice.source }
}

function aboutVideo(file: File, facts: MediaFacts | undefined): string {
  const picture = facts && videoOf(facts)
  return [
    facts && formatLength(endMs(facts)),
    picture && `${picture.width} × ${picture.height}`,
    picture && `${Number((picture.rate[0] / picture.rate[1]).toFixed(3))} fps`,
    formatBytes(file.size),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface FileProps {
  icon: React.JSX.Element
  name: string
  about: string
  isReading: boolean
  onRemove: () => void
}

function ChosenFile({ icon, name, about, isReading, onRemove }: FileProps): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <li className="local-file">
      {icon}
      <span className="local-file-text">
        <span className="ellipsis" data-tip={name} data-tip-cut>
          {name}
        </span>
        <span className="muted ellipsis local-about">{isReading ? t('local_reading') : about}</span>
      </span>
      {isReading && <Spinner size={16} />}
      <IconButton icon={<Cross />} label={t('local_remove', { name })} onClick={onRemove} />
    </li>
  )
}

/** Chooses the source of lines if the video has subtitle tracks. */
function Tracks({ choice, setChoice, facts }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useTrackName()
  const tracks = facts.at === 'read' && facts.value ? tracksOfFile(facts.value) : []
  const counts = useTrackLines(choice.video?.file, tracks)
  if (tracks.length === 0) return null
  const { source } = choice
  const file = source.kind === 'file' ? source.picked : undefined
  const value = source.kind === 'track' ? String(source.track.index) : source.kind
  const choose = (track: EmbeddedTrack | undefined): void =>
    setChoice({
      ...choice,
      language: undefined,
      encoding: undefined,
      source: track ? { kind: 'track', track } : noChoice.source,
    })
  return (
    <RadioGroup
      label={t('local_lines_from')}
      selectedValue={value}
      onChange={(event) => {
        const { value: wanted } = event.currentTarget
        if (wanted !== 'file') choose(tracks.find(({ index }) => String(index) === wanted))
      }}
    >
      {file && <Radio value="file" label={file.file.name} />}
      {tracks.map((track) => (
        <Radio
          key={track.index}
          value={String(track.index)}
          disabled={!track.isText}
          label={nameOf({ ...track, lines: counts.get(track.index) })}
        />
      ))}
      {!file && <Radio value="empty" label={t('local_lines_none')} />}
    </RadioGroup>
  )
}
