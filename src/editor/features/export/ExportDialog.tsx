import './ExportDialog.css'
import { greatestOf, leastOf } from '#core/domain/lists.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cuesOfClip, writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { cueIn, cueOf } from '#core/subtitle/cue/cue-list.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { fontFilesOf, hasLocalFonts, type LocalFont, localFonts, readLocalFont } from '#src/media/fonts.ts'
import type { ExportRequest, MediaSource } from '#src/media/media.ts'
import { AnchorButton, Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { FolderOpen } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notify } from '#src/ui/toaster.ts'
import { Select } from '#src/ui/Select.tsx'
import type { Editor } from '../../context/editor.ts'
import { type MakingStage, useMaking } from './use-making.ts'
import { useEditor } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { styleOf } from '../style/version-style.ts'

const kinds = ['clip', 'sound', 'mix'] as const
const parts = ['lines', 'playhead', 'whole'] as const
const formats = ['mp3', 'm4a', 'wav'] as const
const heights = [360, 480, 720] as const

/** The user's choice of export. */
interface Choice {
  readonly kind: (typeof kinds)[number]
  readonly part: (typeof parts)[number]
  readonly format: (typeof formats)[number]
  readonly height: (typeof heights)[number]
  /** Sound to lay over the video's sound. */
  readonly dub: File | undefined
}

/** Video kept before the first and after the last of the selected cues. */
const MARGIN_MS = 500
const FROM_PLAYHEAD_MS = 30_000

/**
 * Exports from the video in the browser, without a server: a clip with subtitles, the sound, or a dub over the
 * original.
 */
export function ExportDialog({ source }: { source: MediaSource }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="export_video" title={t('export_title')} className="export-dialog">
      <ExportForm source={source} />
    </EditorDialog>
  )
}

function ExportForm({ source }: { source: MediaSource }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const hasSelection = editor.session.cells.selection.length > 0
  const [choice, setChoice] = useState<Choice>({
    kind: 'clip',
    part: hasSelection ? 'lines' : 'playhead',
    format: 'mp3',
    height: 360,
    dub: undefined,
  })
  const fonts = useFonts()
  const { stage, make, cancel, again } = useMaking(source)
  const { kind, format, dub } = choice
  const extension = kind === 'clip' ? 'mp4' : kind === 'sound' ? format : 'm4a'
  const begin = (): void =>
    void make(() => requestOf(editor, choice, fonts.chosen), `${editor.media.name}.${extension}`)
  return (
    <>
      <DialogBody>
        {stage.at === 'asking' && <ChoiceFields choice={choice} onChange={setChoice} fonts={fonts} />}
        {stage.at === 'making' && (
          <div className="export-making">
            <Progress className="export-progress" value={stage.share} label={t('export_making')} />
            <span>{t('export_making_share', { share: Math.round(stage.share * 100) })}</span>
          </div>
        )}
        {stage.at === 'made' && <MadeView stage={stage} isVideo={kind === 'clip'} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {stage.at === 'making' && <Button text={t('common:cancel')} onClick={cancel} />}
            {stage.at === 'made' && <Button text={t('export_again')} onClick={again} />}
            {stage.at !== 'making' && (
              <Button text={t('common:close')} onClick={() => editor.dialogs.close('export_video')} />
            )}
            {stage.at === 'asking' && (
              <Button intent="primary" text={t('export_make')} disabled={kind === 'mix' && !dub} onClick={begin} />
            )}
          </>
        }
      />
    </>
  )
}

interface FieldsProps {
  choice: Choice
  onChange: (choice: Choice) => void
  fonts: Fonts
}

function ChoiceFields({ choice, onChange, fonts }: FieldsProps): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { kind, part, format } = choice
  return (
    <>
      <SelectField
        id="export-kind"
        label={t('export_kind')}
        value={kind}
        onChange={(next) => onChange({ ...choice, kind: next })}
        options={kinds.map((value) => ({ value, label: t(`export_${value}`) }))}
      />
      <SelectField
        id="export-range"
        label={t('export_range')}
        value={part}
        onChange={(next) => onChange({ ...choice, part: next })}
        options={parts.map((value) => ({
          value,
          label: t(`export_range_${value}`),
          disabled: value === 'lines' && session.cells.selection.length === 0,
        }))}
      />
      {kind === 'sound' && (
        <SelectField
          id="export-format"
          label={t('export_format')}
          value={format}
          onChange={(next) => onChange({ ...choice, format: next })}
          options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      )}
      {kind === 'clip' && <ClipFields choice={choice} onChange={onChange} fonts={fonts} />}
      {kind === 'mix' && <DubField choice={choice} onChange={onChange} />}
      <p className="muted">{t('export_text')}</p>
    </>
  )
}

function ClipFields({ choice, onChange, fonts }: FieldsProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  return (
    <>
      <SelectField
        id="export-height"
        label={t('export_height')}
        value={choice.height}
        onChange={(height) => onChange({ ...choice, height })}
        options={heights.map((value) => ({ value, label: `${value}p` }))}
      />
      {!style.fileStyles && <FontChoice fonts={fonts} />}
    </>
  )
}

function DubField({ choice, onChange }: Omit<FieldsProps, 'fonts'>): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  return (
    <FormGroup label={t('export_dub')} labelFor="export-dub" helperText={t('export_dub_text')}>
      <Button
        id="export-dub"
        fill
        alignText="start"
        ellipsizeText
        icon={<FolderOpen />}
        text={choice.dub?.name ?? t('export_choose_file')}
        onClick={() => input.current?.click()}
      />
      <HiddenFileInput
        input={input}
        accept="audio/*,video/*"
        testId="export-dub-file"
        onFile={(dub) => onChange({ ...choice, dub })}
      />
    </FormGroup>
  )
}

/** The request to the media worker. */
async function requestOf(
  editor: Editor,
  { kind, part, format, height, dub }: Choice,
  localFont: LocalFont | undefined,
): Promise<ExportRequest> {
  const { session } = editor
  const style = styleOf(editor)
  const range = rangeOf(editor, part)
  if (kind === 'sound') return { kind, format, ...range }
  if (kind === 'mix') {
    if (!dub) throw new RangeError('No dub was chosen')
    return { kind, dub: { file: dub }, ...range }
  }
  const look = { ...style.look, font: localFont?.family }
  const styles = style.fileStyles?.styles
  // Word times belong to whole lines: they can't be mapped to a line that is cut at an end.
  const words: WordsOf = ({ id }) => {
    const cue = cueIn(session.list, id)
    return cue && session.wordsOf(cue)?.map((word) => ({ ...word, start: word.start - range.start }))
  }
  const ass = writeBurnAss(cuesOfClip(session.list.cues, range.start, range.end), look, styles, words)
  const fonts = localFont && !styles ? [await readLocalFont(localFont)] : await fontFilesOf(ass, styles?.fonts)
  return { kind, ass, fonts, height, ...range }
}

function rangeOf({ session, playhead, media: { durationMs } }: Editor, part: Choice['part']): TimeRange {
  if (part === 'whole') return { start: 0, end: durationMs }
  if (part === 'playhead') return { start: playhead.ms, end: Math.min(durationMs, playhead.ms + FROM_PLAYHEAD_MS) }
  const cues = session.cells.selection.map((id) => cueOf(session.list, id))
  return {
    start: Math.max(0, leastOf(cues.map(({ start }) => start)) - MARGIN_MS),
    end: Math.min(durationMs, greatestOf(cues.map(({ end }) => end)) + MARGIN_MS),
  }
}

function MadeView({ stage, isVideo }: { stage: Extract<MakingStage, { at: 'made' }>; isVideo: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const { url, file, fileName } = stage
  return (
    <div className="export-made" data-testid="export-made">
      {isVideo ? <video src={url} controls /> : <audio src={url} controls />}
      {file.missingGlyphs.length > 0 && (
        <Callout intent="warning">
          {t('export_missing_glyphs', { letters: file.missingGlyphs.slice(0, 12).join(' ') })}
        </Callout>
      )}
      <AnchorButton
        intent="primary"
        href={url}
        download={fileName.replace(/[\\/:*?"<>|]/g, '_')}
        text={t('export_save')}
      />
    </div>
  )
}

type LocalFonts = Awaited<ReturnType<typeof localFonts>>

type Fonts = ReturnType<typeof useFonts>

function useFonts() {
  const [fonts, setFonts] = useState<LocalFonts>()
  const [family, setFamily] = useState('')
  return { fonts, setFonts, family, setFamily, chosen: fonts?.get(family) }
}

function FontChoice({ fonts: { fonts, setFonts, family, setFamily } }: { fonts: Fonts }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  const ask = async (): Promise<void> => {
    try {
      setFonts(await localFonts())
    } catch {
      notify.warning(t('export_fonts_refused'))
    }
  }
  const names = [...(fonts?.keys() ?? [])].sort()
  return (
    <FormGroup label={t('export_font')} labelFor="export-font" helperText={t('export_font_text')}>
      <div className="export-fonts">
        <Select
          id="export-font"
          value={family}
          onChange={setFamily}
          options={[{ value: '', label: style.look.style.font }, ...names.map((value) => ({ value, label: value }))]}
        />
        {!fonts && hasLocalFonts() && <Button text={t('export_local_fonts')} onClick={() => void ask()} />}
      </div>
    </FormGroup>
  )
}
