import '../operations/operations.css'
import './review.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import type { FlaggedLine } from '#core/contract/review.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { remarksOf } from '#core/domain/task.ts'
import { isVerdict } from '#src/tasks/verdicts.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Tick, Undo } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tag } from '#src/ui/Tag.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { workingAs } from '#src/ui/working-as.ts'
import { VideoLink } from '../VideoLink.tsx'
import { ChangedDubs } from './ChangedDubs.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const ROW_PX = 56

interface Props {
  /** The folder, or the batch with the results. */
  of: Pick<InputOf<'listFlags'>, 'folder_id' | 'batch_id'>
  folderId: string
  onClose: () => void
}

/** Cues marked for review across videos, each linked to the editor. */
export function ReviewDialog({ of, folderId, onClose }: Props): ReactNode {
  const { t } = useTranslation('review')
  const [part, setPart] = useState<'open' | 'reviewed'>('open')
  const { data, error, isValidating, mutate } = useCall('listFlags', of)
  const list = data?.list.filter(({ reviewed_by }) => (reviewed_by === '') === (part === 'open')) ?? []
  const [first] = list
  return (
    <Dialog isOpen title={t('review')} className="flagged-dialog" onClose={onClose}>
      <DialogBody>
        <p className="muted">{t('review_text')}</p>
        <SegmentedControl
          size="small"
          aria-label={t('review')}
          value={part}
          onValueChange={(value) => setPart(value === 'reviewed' ? 'reviewed' : 'open')}
          options={[
            { value: 'open', label: t('open_lines', { n: data?.open ?? 0 }) },
            { value: 'reviewed', label: t('reviewed_lines', { n: data?.reviewed ?? 0 }) },
          ]}
        />
        {!data && !error && <Spinner size={20} />}
        {!data && error && (
          <Failing
            title={t('review_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        )}
        {data && list.length === 0 && (
          <NonIdealState
            icon={<Tick size={32} />}
            title={t(part === 'open' ? 'review_none' : 'reviewed_none')}
            className="review-none"
          />
        )}
        {list.length > 0 && (
          <VirtualList
            className="flagged-lines"
            label={t('review')}
            items={list}
            rowHeight={ROW_PX}
            keyOf={({ file_id, cue_id }) => `${file_id} ${cue_id}`}
            render={(line) => <Line folderId={folderId} line={line} />}
          />
        )}
        {data?.is_cut && <p className="muted">{t('review_cut', { n: data.list.length })}</p>}
        <ChangedDubs folderId={folderId} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:close')} onClick={onClose} />
            {first && part === 'open' && (
              <VideoLink
                folderId={folderId}
                videoId={first.video_id}
                fileId={first.file_id}
                cueId={first.cue_id}
                className={buttonClass({ intent: 'primary' })}
              >
                {t('begin_review')}
              </VideoLink>
            )}
          </>
        }
      />
    </Dialog>
  )
}

function Line({ folderId, line }: { folderId: string; line: FlaggedLine }): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  const { video_id, file_id, cue_id, video_name, language, number, start, text, reviewed_by } = line
  const isOpen = reviewed_by === ''
  const wordOf = (verdict: string, note: string): string => {
    if (verdict === 'not_translated' && note !== '') return t('tasks:verdict_words_left')
    return isVerdict(verdict) ? t(`tasks:verdict_${verdict}`) : verdict
  }
  const mark = async (): Promise<void> => {
    try {
      await call('reviewLines', { file_id, cue_ids: [cue_id], reviewed: isOpen, person: workingAs.get() })
      await refresh('listFlags')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <div className="flagged-line">
      <VideoLink folderId={folderId} videoId={video_id} fileId={file_id} cueId={cue_id} className="flagged-words">
        <span className="ellipsis" dir={textDirection(text, language)} title={text}>
          {text.replaceAll('\n', ' ')}
        </span>
        <span className="muted ellipsis">
          {[video_name, nameOf(language), `${number}`, formatTimecode(start).slice(0, 8), reviewed_by]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </VideoLink>
      {remarksOf(line).map(({ verdict, note }) => (
        <Tag key={verdict} minimal intent="warning" title={note}>
          {wordOf(verdict, note)}
        </Tag>
      ))}
      <IconButton
        icon={isOpen ? <Tick /> : <Undo />}
        label={t(isOpen ? 'mark_reviewed' : 'mark_open')}
        onClick={() => void mark()}
      />
    </div>
  )
}
