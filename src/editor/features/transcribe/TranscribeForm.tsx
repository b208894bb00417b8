import './TranscribeForm.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#core/timing/time-range.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { MediaSource } from '#src/media/media.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatBytes } from '#src/ui/format.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notify } from '#src/ui/toaster.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import type { ModelBytes } from './transcriber.ts'
import { HearingForm } from './HearingForm.tsx'
import { useTranscribing } from './use-transcribing.ts'
import { type LinesKept, linesKept, sendLines, writeLines } from './write-lines.ts'

const parts = ['whole', 'range'] as const

/** The range to recognise, and what happens to lines in it. */
interface Choice {
  readonly part: (typeof parts)[number]
  readonly kept: LinesKept
}

/** Recognises speech by a model in this browser, and writes lines to the open file or to a new version. */
export function TranscribeForm({ source }: { source: MediaSource | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  if (source) return <SourceForm source={source} />
  return (
    <>
      <DialogBody>
        <p>{t('transcribe_no_video')}</p>
      </DialogBody>
      <DialogFooter
        actions={<Button autoFocus text={t('common:close')} onClick={() => dialogs.close('transcribe')} />}
      />
    </>
  )
}

function SourceForm({ source }: { source: MediaSource }): ReactNode {
  const { t } = useTranslation('editor')
  const { panels, dialogs } = useEditor()
  const [range] = useState(panels.range)
  const [choice, setChoice] = useState<Choice>({ part: range ? 'range' : 'whole', kept: 'fill' })
  const { stage, isWriting, begin, again } = useWriting(
    source,
    choice.part === 'range' ? range : undefined,
    choice.kept,
  )
  return (
    <HearingForm
      {...{ stage, isWriting }}
      beginText={t('transcribe_begin')}
      onBegin={() => void begin()}
      onAgain={again}
      onClose={() => dialogs.close('transcribe')}
      renderQuestion={(models) => <Question {...{ models, range, choice }} onChange={setChoice} />}
    />
  )
}

/** Writes the recognised words, and reports the number of lines. */
function useWriting(source: MediaSource, range: TimeRange | undefined, kept: LinesKept) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { stage, begin, again } = useTranscribing()
  const [isWriting, setWriting] = useState(false)
  const write = async (): Promise<void> => {
    const words = await begin({ source, range })
    if (!words) return
    if (!editor.library) {
      const part = range ?? { start: 0, end: Infinity }
      const count = writeLines(editor, words, part, kept)
      editor.dialogs.close('transcribe')
      return notify.success(t('transcribe_done', { count }))
    }
    setWriting(true)
    try {
      const { fileId, count } = await sendLines(editor, words)
      editor.dialogs.close('transcribe')
      notify.success(t('transcribe_done_version', { count }))
      await editor.openVersion(fileId)
    } catch (error) {
      notifyFailure(error)
      setWriting(false)
      again()
    }
  }
  return { stage, isWriting, begin: write, again }
}

interface QuestionProps {
  readonly models: ModelBytes
  /** The range marked in the timeline. */
  readonly range: TimeRange | undefined
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
}

function Question({ models, range, choice, onChange }: QuestionProps): ReactNode {
  const { t } = useTranslation('editor')
  const { session, library, media } = useEditor()
  const notation = useNotation()
  const lines = session.list.cues.filter(
    ({ start, end }) => choice.part === 'whole' || !range || (start < range.end && end > range.start),
  ).length
  return (
    <>
      <p>{t('transcribe_text')}</p>
      <EnglishOnly language={media.language} />
      {range && (
        <SelectField
          id="transcribe-part"
          label={t('transcribe_part')}
          value={choice.part}
          onChange={(part) => onChange({ ...choice, part })}
          options={parts.map((value) => ({
            value,
            label: t(`transcribe_part_${value}`, { span: writeSpan(range, notation) }),
          }))}
        />
      )}
      {library && <p>{t('transcribe_new_version')}</p>}
      {!library && lines > 0 && (
        <FormGroup label={t('transcribe_lines', { count: lines })}>
          <RadioGroup
            name="transcribe-lines"
            selectedValue={choice.kept}
            onChange={({ currentTarget }) =>
              onChange({ ...choice, kept: linesKept.find((value) => value === currentTarget.value) ?? 'fill' })
            }
          >
            {linesKept.map((value) => (
              <Radio key={value} value={value} label={t(`transcribe_${value}`, { count: lines })} />
            ))}
          </RadioGroup>
        </FormGroup>
      )}
      <p className="muted">
        {models.missing > 0 ? t('transcribe_fetch', { size: formatBytes(models.missing) }) : t('transcribe_kept')}
      </p>
    </>
  )
}

/** Names the model's limits and an alternative, as a warning if the text has another language. */
function EnglishOnly({ language }: { language: string }): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useLanguageNames()
  const isEnglish = /^en\b/.test(language)
  return (
    <Callout intent={isEnglish ? 'none' : 'warning'} compact>
      {isEnglish ? t('transcribe_english') : t('transcribe_other', { language: nameOf(language) })}{' '}
      {t('transcribe_whisper')} <code>npm run models -- fetch whisper-base</code>
    </Callout>
  )
}
