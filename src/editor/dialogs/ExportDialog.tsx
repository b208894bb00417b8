import { Button, Callout, Dialog, DialogBody, DialogFooter, FileInput, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MediaFault, MediaFailed } from '#core/media/fault.ts'
import { cuesOfClip, defaultBurnStyle, writeBurnAss } from '#core/subtitle/burn.ts'
import { builtInFont, hasLocalFonts, loadFont, localFonts } from '#src/media/fonts.ts'
import { type ExportRequest, type MadeFile, type MediaSource, openMedia } from '#src/media/media.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notify } from '#src/ui/toaster.ts'
import type { EditorSession } from '../session.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

interface Props {
  session: EditorSession
  source: MediaSource
  size: { width: number; height: number }
  durationMs: number
  name: string
  open: boolean
  onClose: () => void
}

const kinds = ['clip', 'sound', 'mix'] as const
type Kind = (typeof kinds)[number]
const ranges = ['lines', 'playhead', 'whole'] as const
type Range = (typeof ranges)[number]
const formats = ['mp3', 'm4a', 'wav'] as const
const heights = [360, 480, 720] as const

/** Video before the first and after the last of the selected lines. */
const MARGIN_MS = 500
const FROM_PLAYHEAD_MS = 30_000

type Stage =
  | { at: 'asking' }
  | { at: 'making'; share: number; control: AbortController }
  | { at: 'made'; url: string; file: MadeFile; fileName: string }

/** Makes a file of the video here, without a server: a clip with its subtitles, the sound, a dub over the original. */
export function ExportDialog(props: Props): ReactNode {
  const { open, onClose } = props
  const { t } = useTranslation('editor')
  return (
    <Dialog isOpen={open} title={t('export_title')} onClose={onClose} className="export-dialog">
      {open && <ExportForm {...props} />}
    </Dialog>
  )
}

function ExportForm({ session, source, size, durationMs, name, onClose }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const [kind, setKind] = useState<Kind>('clip')
  const [range, setRange] = useState<Range>(session.cells.selection.length > 0 ? 'lines' : 'playhead')
  const [format, setFormat] = useState<(typeof formats)[number]>('mp3')
  const [height, setHeight] = useState<(typeof heights)[number]>(360)
  const [dub, setDub] = useState<File>()
  const fonts = useFonts()
  const { stage, make, cancel, again } = useMaking(source)
  const request = async (): Promise<ExportRequest> => {
    const stretch = stretchOf(session, range, durationMs)
    if (kind === 'sound') return { kind, format, ...stretch }
    if (kind === 'mix') return { kind, dub: { file: dub! }, ...stretch }
    const font = await loadFont(fonts.chosen)
    const style = { ...defaultBurnStyle(size.width, size.height), font: font.name }
    const ass = writeBurnAss(cuesOfClip(session.list.cues, stretch.start, stretch.end), style)
    return { kind, ass, fonts: [font], height, ...stretch }
  }
  const extension = kind === 'clip' ? 'mp4' : kind === 'sound' ? format : 'm4a'
  return (
    <>
      <DialogBody>
        {stage.at === 'asking' && (
          <>
            <SelectField
              id="export-kind"
              label={t('export_kind')}
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: t(`export_${value}`) }))}
            />
            <SelectField
              id="export-range"
              label={t('export_range')}
              value={range}
              onChange={setRange}
              options={ranges.map((value) => ({
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
                onChange={setFormat}
                options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
              />
            )}
            {kind === 'clip' && (
              <>
                <SelectField
                  id="export-height"
                  label={t('export_height')}
                  value={height}
                  onChange={setHeight}
                  options={heights.map((value) => ({ value, label: `${value}p` }))}
                />
                <FontChoice fonts={fonts} />
              </>
            )}
            {kind === 'mix' && (
              <FormGroup label={t('export_dub')} labelFor="export-dub" helperText={t('export_dub_text')}>
                <FileInput
                  fill
                  text={dub?.name ?? t('export_choose_file')}
                  buttonText={t('export_browse')}
                  inputProps={{ id: 'export-dub', accept: 'audio/*,video/*' }}
                  onInputChange={(event) => setDub(event.currentTarget.files?.[0])}
                />
              </FormGroup>
            )}
            <p className="muted">{t('export_text')}</p>
          </>
        )}
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
            {stage.at !== 'making' && <Button text={t('common:close')} onClick={onClose} />}
            {stage.at === 'asking' && (
              <Button
                intent="primary"
                text={t('export_make')}
                disabled={kind === 'mix' && !dub}
                onClick={() => void make(request, `${name}.${extension}`)}
              />
            )}
          </>
        }
      />
    </>
  )
}

function stretchOf(session: EditorSession, range: Range, durationMs: number): TimeRange {
  if (range === 'whole') return { start: 0, end: durationMs }
  if (range === 'playhead') {
    return { start: session.playheadMs, end: Math.min(durationMs, session.playheadMs + FROM_PLAYHEAD_MS) }
  }
  const lines = session.cells.selection.map((id) => session.list.at(session.list.index.get(id)!)!)
  return {
    start: Math.max(0, Math.min(...lines.map(({ start }) => start)) - MARGIN_MS),
    end: Math.min(durationMs, Math.max(...lines.map(({ end }) => end)) + MARGIN_MS),
  }
}

/** One file being made at a time; leaving the dialog ends it. */
function useMaking(source: MediaSource): {
  stage: Stage
  make: (request: () => Promise<ExportRequest>, fileName: string) => Promise<void>
  cancel: () => void
  again: () => void
} {
  const { t } = useTranslation('editor')
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const latest = useRef(stage)
  useEffect(() => {
    latest.current = stage
  })
  useEffect(
    () => () => {
      if (latest.current.at === 'making') latest.current.control.abort()
      if (latest.current.at === 'made') URL.revokeObjectURL(latest.current.url)
    },
    [],
  )
  const make = async (request: () => Promise<ExportRequest>, fileName: string): Promise<void> => {
    const control = new AbortController()
    setStage({ at: 'making', share: 0, control })
    try {
      const media = await openMedia(source, control.signal)
      const file = await media.make(await request(), control.signal, (share) =>
        setStage({ at: 'making', share, control }),
      )
      setStage({ at: 'made', url: URL.createObjectURL(file.blob), file, fileName })
    } catch (error) {
      setStage({ at: 'asking' })
      if (control.signal.aborted) return
      if (!(error instanceof MediaFailed)) throw error
      notify.error(t(exportFault(error.fault)))
    } finally {
      control.abort()
    }
  }
  return {
    stage,
    make,
    cancel: () => {
      if (stage.at === 'making') stage.control.abort()
      setStage({ at: 'asking' })
    },
    again: () => {
      if (stage.at === 'made') URL.revokeObjectURL(stage.url)
      setStage({ at: 'asking' })
    },
  }
}

function exportFault(fault: MediaFault) {
  switch (fault) {
    case 'no_audio':
    case 'no_video':
    case 'source_lost':
    case 'core_missing':
      return `media_${fault}` as const
    default:
      return 'export_failed' as const
  }
}

function MadeView({ stage, isVideo }: { stage: Extract<Stage, { at: 'made' }>; isVideo: boolean }): ReactNode {
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
      <a className="bp6-button bp6-intent-primary" href={url} download={fileName.replace(/[\\/:*?"<>|]/g, '_')}>
        {t('export_save')}
      </a>
    </div>
  )
}

type LocalFonts = Awaited<ReturnType<typeof localFonts>>

function useFonts() {
  const [fonts, setFonts] = useState<LocalFonts>()
  const [family, setFamily] = useState('')
  return { fonts, setFonts, family, setFamily, chosen: fonts?.get(family) }
}

function FontChoice({
  fonts: { fonts, setFonts, family, setFamily },
}: {
  fonts: ReturnType<typeof useFonts>
}): ReactNode {
  const { t } = useTranslation('editor')
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
        <HTMLSelect
          id="export-font"
          fill
          value={family}
          onChange={(event) => setFamily(event.currentTarget.value)}
          options={[{ value: '', label: builtInFont }, ...names.map((value) => ({ value, label: value }))]}
        />
        {!fonts && hasLocalFonts() && <Button text={t('export_local_fonts')} onClick={() => void ask()} />}
      </div>
    </FormGroup>
  )
}
