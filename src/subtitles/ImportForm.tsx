import './ImportForm.css'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import type { Video } from '#core/contract/video.ts'
import type { DetectedLanguage } from '#core/subtitle/text/detect-language.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { notify } from '#src/ui/toaster.ts'
import { EncodingField, FileLanguageField, Preview } from './EncodingField.tsx'
import { FileUnreadable } from './file-unreadable.ts'
import { isGuess, type ReadAs, readForImport, type ReadFile, sendFile } from './import-file.ts'
import { languageOf } from './language-of.ts'

interface Props {
  readonly video: Video
  readonly file: File
  /** Known otherwise, as from the file's video; undefined means detection. */
  readonly language?: LanguageCode | undefined
  /** Called with the new version. */
  readonly onImported: (fileId: string) => void
  readonly onClose: () => void
}

/** A subtitle file's content, language, and whether it becomes active, before the import. */
export function ImportForm({ video, file, language, onImported, onClose }: Props): ReactNode {
  const { t } = useTranslation('subtitles')
  const { reading, chosen, readAs } = useReading(file, video)
  if (reading.at === 'read') {
    return <ReadForm key={file.name} {...{ video, language, onImported, onClose, chosen, readAs }} {...reading} />
  }
  return (
    <>
      <DialogBody>
        {reading.at === 'reading' && <Spinner size={20} />}
        {reading.at === 'refused' && (
          <Callout intent="danger" role="alert">
            {reading.message}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter actions={<Button autoFocus text={t('common:close')} onClick={onClose} />} />
    </>
  )
}

type Reading =
  | { readonly at: 'reading' }
  | { readonly at: 'refused'; readonly message: string }
  | ({ readonly at: 'read'; readonly detected: DetectedLanguage | undefined } & ReadFile)

/** The file as decoded with detected or chosen options and the video's frame rate. */
function useReading(file: File, { video_info }: Video) {
  const { t } = useTranslation('subtitles')
  const [reading, setReading] = useState<Reading>({ at: 'reading' })
  const [chosen, setChosen] = useState<ReadAs>({})
  const [num, den] = video_info.rate
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<Reading> => {
      if (file.size === 0) throw new FileUnreadable('empty')
      const content = await readForImport(file, { rate: num > 0 ? { num, den } : undefined, ...chosen })
      return { at: 'read', ...content, detected: await languageOf(content.read.cues) }
    }
    read().then(
      (found) => !isOver && setReading(found),
      (error: unknown) => {
        if (!(error instanceof FileUnreadable)) throw error
        if (!isOver) setReading({ at: 'refused', message: t(`file_${error.reason}`, { n: error.limit }) })
      },
    )
    return () => {
      isOver = true
    }
  }, [file, chosen, num, den, t])
  return { reading, chosen, readAs: (more: ReadAs) => setChosen({ ...chosen, ...more }) }
}

interface ReadProps extends Props, ReadFile {
  readonly detected: DetectedLanguage | undefined
  /** The choices, which can be changed. */
  readonly chosen: ReadAs
  readonly readAs: (more: ReadAs) => void
}

function ReadForm(props: ReadProps): ReactNode {
  const { video, read, single, language: said, detected, chosen: as, readAs, onClose } = props
  const { t } = useTranslation('subtitles')
  const { data: versions } = useCall('listVersions', { video_id: video.video_id })
  const [chosen, setChosen] = useState<LanguageCode>()
  const [activates, setActivates] = useState<boolean>()
  const [isUnrolled, setUnrolled] = useState(true)
  const spoken = isLanguageCode(video.language) ? video.language : 'en'
  const language = chosen ?? said ?? detected?.language ?? spoken
  // An active version without cues is a placeholder.
  const activate = activates ?? !versions?.list.some(({ is_use, cue_sum }) => is_use && cue_sum > 0)
  const { isBusy, take } = useTake(props, { language, activate, isUnrolled })
  return (
    <form onSubmit={(event) => void take(event)}>
      <DialogBody>
        {(isGuess(read) || as.encoding !== undefined) && (
          <EncodingField read={read} readAs={(encoding) => readAs({ encoding })} />
        )}
        {read.languages.length > 1 && (
          <FileLanguageField read={read} chosen={as.language} readAs={(language) => readAs({ language })} />
        )}
        <Preview read={read} />
        {single && (
          <>
            <Checkbox
              labelElement={
                <>
                  <SubtitleIcon name="roll_up" /> {t('unroll')}
                </>
              }
              checked={isUnrolled}
              onChange={(event) => setUnrolled(event.currentTarget.checked)}
            />
            <p className="muted">{t('unroll_text', { before: read.cues.length, after: single.cues.length })}</p>
          </>
        )}
        <LanguageField language={language} detected={detected} onChange={setChosen} />
        <Checkbox
          label={t('import_activate')}
          checked={activate}
          onChange={(event) => setActivates(event.currentTarget.checked)}
        />
        <p className="muted import-hint">{t('import_activate_text')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              type="submit"
              intent="primary"
              autoFocus
              loading={isBusy}
              disabled={!versions}
              text={t('import_take')}
            />
          </>
        }
      />
    </form>
  )
}

interface Choice {
  readonly language: LanguageCode
  readonly activate: boolean
  readonly isUnrolled: boolean
}

/** EBU STL declares its own table of letters. */
const encodingName = (encoding: string): string => (encoding === 'ebu-stl' ? 'EBU STL' : encoding)

/** Imports the file as a version, or shows why not. */
function useTake(
  { video, file, read, single, problemCount, onImported }: ReadProps,
  { language, activate, isUnrolled }: Choice,
) {
  const { t } = useTranslation('subtitles')
  const [isBusy, setBusy] = useState(false)
  const take = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const unroll = single !== undefined && isUnrolled
      const fileId = await sendFile(video, read, { name: file.name, language, activate, unroll })
      const encoding = encodingName(read.encoding)
      if (problemCount > 0) notify.warning(t('imported_problems', { count: problemCount, encoding }))
      else notify.success(t('imported', { encoding }))
      onImported(fileId)
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return { isBusy, take }
}

interface LanguageProps {
  language: LanguageCode
  detected: DetectedLanguage | undefined
  onChange: (code: LanguageCode) => void
}

/** The cues' language with its confidence. */
function LanguageField({ language, detected, onChange }: LanguageProps): ReactNode {
  const { t } = useTranslation('subtitles')
  const nameOf = useLanguageNames()
  const hint = detected
    ? t('import_detected', { language: nameOf(detected.language), share: Math.round(detected.confidence * 100) })
    : t('import_not_detected')
  return (
    <FormGroup label={t('import_language')} labelFor="import-language" helperText={hint}>
      <LanguageSelect id="import-language" value={language} onChange={onChange} />
    </FormGroup>
  )
}
