import './ReviewDialog.css'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { commentLimits } from '#core/domain/comments.ts'
import { bcp47, isLanguageCode } from '#core/domain/languages.ts'
import type { BilingualOrder } from '#core/subtitle/formats/bilingual-file.ts'
import { cueIn, type CueList } from '#core/subtitle/cue/cue-list.ts'
import { newComment, reviewHeads, type ReviewLine, type ReviewPlan } from '#core/subtitle/formats/review-table.ts'
import type { XliffPlan } from '#core/translate/exchange/plan-xliff.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { screenLanguage } from '#src/api/language.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { ChangedText } from '#src/ui/ChangedText.tsx'
import { Import } from '#src/ui/icons.ts'
import { saveBlob } from '#src/ui/save-text.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tab, Tabs } from '#src/ui/Tabs.ts'
import { notify } from '#src/ui/toaster.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import type { Editor } from '../../context/editor.ts'
import { versionStore } from '../../store/linked/versions.ts'
import { useEditor, useLibrary, useNotation } from '../../context/use-editor.ts'
import {
  endingOf,
  isBilingual,
  kindOfFile,
  needsSource,
  readReviewFile,
  type ReadReview,
  type ReviewKind,
  reviewKinds,
  writeReviewFile,
} from './review-file.ts'
import { peopleOf } from '../people/people.ts'

const orders: readonly BilingualOrder[] = ['source_first', 'text_first']

/** Exports texts for a reviewer without a subtitle editor, and imports the corrections. */
export function ReviewDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs, session } = useEditor()
  const close = (): void => {
    session.cancel()
    dialogs.close('review_file')
  }
  return (
    <EditorDialog name="review_file" title={t('review_title')} className="review-dialog" onClose={close}>
      <ReviewForm onClose={close} />
    </EditorDialog>
  )
}

function ReviewForm({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const [way, setWay] = useState<'out' | 'in'>('out')
  const source = useSource()
  const [order, setOrder] = useState<BilingualOrder>('source_first')
  const parts = { source, order, onOrder: setOrder, onClose }
  return (
    <>
      <Tabs
        id="review-way"
        className="review-ways"
        selectedTabId={way}
        onChange={(next) => {
          session.cancel()
          setWay(next === 'in' ? 'in' : 'out')
        }}
      >
        <Tab id="out" title={t('review_out')} />
        <Tab id="in" title={t('review_in')} />
      </Tabs>
      {way === 'out' ? <Out {...parts} /> : <In {...parts} />}
    </>
  )
}

/** The reference version, and its lines once loaded. */
function useSource() {
  const { reference } = useEditor()
  const { fileId: shown } = useSnapshot(reference.cells)
  const others = useLibrary()?.others ?? []
  const [fileId, setFileId] = useState(shown ?? others[0]?.file_id ?? '')
  const [read, setRead] = useState<{ fileId: string; list: CueList }>()
  useEffect(() => {
    if (fileId === '') return undefined
    const control = new AbortController()
    versionStore.read(fileId, control.signal).then(
      ({ list }) => setRead({ fileId, list }),
      (error: unknown) => {
        if (!control.signal.aborted) notifyFailure(error)
      },
    )
    return () => control.abort()
  }, [fileId])
  const list = read?.fileId === fileId ? read.list : undefined
  const language = others.find((version) => version.file_id === fileId)?.language
  return { others, fileId, setFileId, list, language, isReading: fileId !== '' && !list }
}

interface PartProps {
  source: ReturnType<typeof useSource>
  order: BilingualOrder
  onOrder: (order: BilingualOrder) => void
  onClose: () => void
}

function SourceFields({
  source,
  order,
  onOrder,
  hasOrder,
}: Omit<PartProps, 'onClose'> & { hasOrder: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useVersionName()
  const videoName = useLibrary()?.video.video_name
  if (source.others.length === 0) return null
  return (
    <>
      <SelectField
        id="review-source"
        label={t('review_beside')}
        value={source.fileId}
        onChange={source.setFileId}
        options={[
          { value: '', label: t('reference_none') },
          ...source.others.map((version) => ({ value: version.file_id, label: nameOf(version, videoName) })),
        ]}
      />
      {hasOrder && source.fileId !== '' && (
        <SelectField
          id="review-order"
          label={t('review_order')}
          value={order}
          onChange={onOrder}
          options={orders.map((value) => ({ value, label: t(`review_${value}`) }))}
        />
      )}
    </>
  )
}

function Out(props: PartProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { source, order, onClose } = props
  const [kind, setKind] = useState<ReviewKind>('docx')
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await saveReview(editor, kind, source, order)
      onClose()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <DialogBody>
        <p className="muted">{t('review_out_text')}</p>
        <SelectField
          id="review-kind"
          label={t('review_kind')}
          value={kind}
          onChange={setKind}
          options={reviewKinds.map((value) => ({ value, label: t(`review_kind_${value}`) }))}
        />
        {kind !== 'txt' && <SourceFields {...props} hasOrder={isBilingual(kind)} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('export_save')}
              loading={busy}
              disabled={source.isReading || (needsSource(kind) && !source.list)}
              onClick={() => void save()}
            />
          </>
        }
      />
    </>
  )
}

async function saveReview(
  editor: Editor,
  kind: ReviewKind,
  source: ReturnType<typeof useSource>,
  order: BilingualOrder,
): Promise<void> {
  const { media, session, profile } = editor
  const title = `${media.name.replace(/\.[a-z0-9]{2,4}$/i, '')}.${media.language}`
  const { lineLength, maxLines } = profile.limits
  const blob = await writeReviewFile({
    ...{ kind, title, source: source.list, order },
    heads: reviewHeads[screenLanguage()],
    cues: session.list.cues,
    commentOf: ({ id }) => openComments(editor, id).join('\n'),
    exchange: {
      ...{ original: media.name, frameRate: session.rate, limit: lineLength * maxLines },
      ...{ sourceLanguage: tagOf(source.language ?? media.language), targetLanguage: tagOf(media.language) },
    },
  })
  saveBlob(`${title}.${isBilingual(kind) ? 'bilingual' : 'review'}.${endingOf(kind)}`, blob)
}

/** The tag that other programs read; `und` for a language that is not known (BCP 47, 4.1). */
const tagOf = (language: string): string => (isLanguageCode(language) ? bcp47(language) : language || 'und')

/** Open comments of a line. */
function openComments(editor: Editor, cueId: string): string[] {
  const people = peopleOf(editor)
  const comments = people?.comments.of(cueId) ?? []
  return comments.filter(({ resolved_by }) => resolved_by === '').map(({ text }) => text)
}

/** New comments of a file; empty for a file of this computer. */
function newComments(editor: Editor, plan: ReviewPlan): { id: string; text: string }[] {
  if (!peopleOf(editor)) return []
  return plan.comments.flatMap(({ id, comment }) => {
    const text = newComment(comment, openComments(editor, id)).slice(0, commentLimits.textLength)
    return text === '' ? [] : [{ id, text }]
  })
}

/** Applies the texts as one step, and adds the comments. */
async function takeIn(editor: Editor, plan: ReviewPlan): Promise<void> {
  const { session } = editor
  const people = peopleOf(editor)
  if (plan.patch.length > 0) session.edit('step_review', plan.patch)
  try {
    for (const { id, text } of newComments(editor, plan)) {
      const cue = cueIn(session.list, id)
      if (cue) await people?.comments.add(cue, text)
    }
  } catch (error) {
    notifyFailure(error)
  }
}

/** What a file has for the open version; undefined while it is read. */
function useRead(file: File | undefined, source: PartProps['source'], order: BilingualOrder): ReadReview | undefined {
  const { session, media } = useEditor()
  const [found, setFound] = useState<{ of: File; read: ReadReview }>()
  const { list, language } = source
  useEffect(() => {
    if (!file || source.isReading) return undefined
    let isOver = false
    const take = (next: ReadReview): void => {
      if (!isOver) setFound({ of: file, read: next })
    }
    const { cues } = session.list
    const languages = { sourceLanguage: tagOf(language ?? media.language), targetLanguage: tagOf(media.language) }
    readReviewFile({ file, cues, source: list, order, ...languages }).then(take, () => take({ fault: 'unreadable' }))
    return () => {
      isOver = true
    }
  }, [file, list, language, media, session, source.isReading, order])
  return found && found.of === file ? found.read : undefined
}

function In(props: PartProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const { source, order, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [withConflicts, setWithConflicts] = useState(false)
  const read = useRead(file, source, order)
  const plan = useMemo(
    () => (read && 'plan' in read ? read.plan(session.list, withConflicts) : undefined),
    [read, session, withConflicts],
  )
  const fault = read && ('fault' in read ? read.fault : plan ? undefined : 'other_count')
  useEffect(() => {
    if (!plan) return undefined
    session.preview(plan.patch)
    return () => session.cancel()
  }, [plan, session])
  const apply = (): void => {
    // The text may have changed elsewhere since the preview.
    const now = read && 'plan' in read ? read.plan(session.list, withConflicts) : undefined
    if (!now) return
    onClose()
    void takeIn(editor, now)
    notify.success(t('review_done', { count: now.changed.length }))
  }
  const count = plan ? plan.changed.length + newComments(editor, plan).length : 0
  const kind = (file && kindOfFile(file.name)) ?? 'txt'
  return (
    <>
      <DialogBody>
        <FormGroup label={t('review_file')} labelFor="review-file" helperText={t('review_file_text')}>
          <div className="review-choice">
            <Button
              id="review-file"
              icon={<Import />}
              text={t('export_browse')}
              onClick={() => input.current?.click()}
            />
            <span className="ellipsis">{file?.name ?? t('export_choose_file')}</span>
            <HiddenFileInput
              input={input}
              accept={[...reviewKinds.map(endingOf), 'tsv', 'xliff'].map((ending) => `.${ending}`).join()}
              testId="review-input"
              onFile={setFile}
            />
          </div>
        </FormGroup>
        {needsSource(kind) && <SourceFields {...props} hasOrder={isBilingual(kind)} />}
        {file && !read && <Spinner size={20} />}
        {fault && (
          <Callout intent="danger" compact>
            {t(`review_fault_${fault}`)}
          </Callout>
        )}
        {plan && <Exchange plan={plan} withConflicts={withConflicts} onConflicts={setWithConflicts} />}
        {plan && <Planned plan={plan} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button intent="primary" text={t('review_apply', { count })} disabled={count === 0} onClick={apply} />
          </>
        }
      />
    </>
  )
}

interface ExchangeProps {
  plan: Partial<XliffPlan>
  withConflicts: boolean
  onConflicts: (next: boolean) => void
}

/** Lines edited on both sides, and ids that several units have. */
function Exchange({ plan: { conflicts = [], doubled = [] }, withConflicts, onConflicts }: ExchangeProps): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <>
      {conflicts.length > 0 && (
        <Checkbox
          checked={withConflicts}
          onChange={() => onConflicts(!withConflicts)}
          label={t('review_conflicts', { count: conflicts.length })}
        />
      )}
      {doubled.length > 0 && (
        <Callout intent="warning" compact>
          {t('review_doubled', { count: doubled.length })}
        </Callout>
      )}
    </>
  )
}

type Row =
  | { readonly kind: 'changed'; readonly number: number; readonly before: string; readonly after: string }
  | { readonly kind: 'comment'; readonly number: number; readonly comment: string }
  | { readonly kind: 'unmatched'; readonly line: ReviewLine }

/** Changes of a file, line by line; rows and timeline behind the dialog preview them too. */
function Planned({ plan }: { plan: ReviewPlan }): ReactNode {
  const { t } = useTranslation('editor')
  const rows: Row[] = [
    ...plan.changed.map((change) => ({ kind: 'changed' as const, ...change })),
    ...plan.comments.map((comment) => ({ kind: 'comment' as const, ...comment })),
    ...plan.unmatched.map((line) => ({ kind: 'unmatched' as const, line })),
  ]
  return (
    <>
      <p className="review-sum">
        {t('review_changed', { count: plan.changed.length })} ·{' '}
        {t('review_unmatched', { count: plan.unmatched.length })} · {t('review_missing', { count: plan.missing })}
        {plan.comments.length > 0 && <> · {t('review_comments', { count: plan.comments.length })}</>}
      </p>
      {rows.length > 0 && (
        <VirtualList
          items={rows}
          rowHeight={56}
          keyOf={(_, at) => String(at)}
          label={t('fix_changes')}
          render={(row) => <PlannedRow row={row} />}
        />
      )}
    </>
  )
}

function PlannedRow({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  const notation = useNotation()
  if (row.kind === 'changed') {
    return (
      <div className="change">
        <span className="finding-number">{row.number}</span>
        <span className="ellipsis">
          <ChangedText before={row.before} after={row.after} language={media.language} isNearChange />
        </span>
      </div>
    )
  }
  if (row.kind === 'comment') {
    return (
      <div className="change">
        <span className="finding-number">{row.number}</span>
        <span className="muted">{t('review_comment')}</span>
        <span className="ellipsis" dir="auto">
          {row.comment}
        </span>
      </div>
    )
  }
  const { number, start, text } = row.line
  return (
    <div className="change">
      <span className="finding-number">{number ?? ''}</span>
      <span className="muted">
        {t('review_no_line')} {start !== undefined && writeTime(start, notation)}
      </span>
      <span className="ellipsis" dir="auto">
        {text}
      </span>
    </div>
  )
}
