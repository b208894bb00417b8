import '#src/tasks/tasks.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { useCall } from '#src/api/hooks.ts'
import { SubtitleTextDialog } from '#src/tasks/SubtitleTextDialog.tsx'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { ArrowLeft, Edit } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'

const ROW_PX = 44

interface Props {
  fileId: string
  onLeave: () => void
}

/** A video-less subtitle file's text, to read and edit. */
export function PlainText({ fileId, onLeave }: Props): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  const { data, error, isValidating, mutate } = useCall('getVersion', { file_id: fileId })
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="plain-text">
      <header className="plain-text-bar">
        <Button icon={<ArrowLeft />} text={t('back_to_page')} onClick={onLeave} />
        <h1 className="ellipsis">{data?.name}</h1>
        {data && (
          <span className="muted">
            {nameOf(data.language)} · {t('lines', { count: data.cue_sum })}
          </span>
        )}
        <span className="plain-text-gap" />
        <Button
          intent="primary"
          icon={<Edit />}
          text={t('edit_text')}
          disabled={!data || data.cue_sum === 0}
          onClick={() => setEditing(true)}
        />
      </header>
      {!data && !error && (
        <div className="fill-centre">
          <Spinner />
        </div>
      )}
      {!data && error && (
        <Failing
          title={t('text_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {data && data.cue_sum === 0 && <p className="plain-text-none muted">{t('common:no_data')}</p>}
      {data && data.cue_sum > 0 && (
        <VirtualList
          className="plain-text-lines"
          label={data.name}
          items={data.subtitle_txt}
          rowHeight={ROW_PX}
          keyOf={({ cue_id }) => cue_id}
          render={({ srt_index, time, text }) => (
            <div className="plain-text-line">
              <span className="muted">{srt_index}</span>
              <span className="plain-text-time">{time}</span>
              <span className="plain-text-words" dir={textDirection(text, data.language)} title={text}>
                {text}
              </span>
            </div>
          )}
        />
      )}
      {isEditing && data && (
        <SubtitleTextDialog
          task={{ task_name: data.name, file_id: fileId, source_file_id: '', task_id: '' }}
          onClose={() => {
            setEditing(false)
            void mutate()
          }}
        />
      )}
    </div>
  )
}
