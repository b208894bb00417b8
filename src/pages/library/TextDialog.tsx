import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { useCall } from '#src/api/hooks.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'

const ROW_HEIGHT = 52

/** A subtitle file's cues, read-only. */
export function TextDialog({ version, onClose }: { version: SubtitleVersion; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const nameOf = useLanguageNames()
  const { data, error, isValidating, mutate } = useCall('getVersion', { file_id: version.file_id })
  return (
    <Dialog isOpen title={version.name} onClose={onClose} className="read-dialog">
      <DialogBody>
        <p className="muted">
          {nameOf(version.language)} · {t('lines', { count: version.cue_sum })}
        </p>
        {data ? (
          <VirtualList
            className="read-lines"
            label={version.name}
            items={data.subtitle_txt}
            rowHeight={ROW_HEIGHT}
            keyOf={({ cue_id }) => cue_id}
            render={({ srt_index, time, text }) => (
              <div className="read-line">
                <span className="read-index">{srt_index}</span>
                <span className="read-time">{time.replace(' --> ', '\n')}</span>
                <span className="read-words" title={text}>
                  {text}
                </span>
              </div>
            )}
          />
        ) : error ? (
          <Failing
            title={t('text_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        ) : (
          <Spinner size={20} />
        )}
      </DialogBody>
    </Dialog>
  )
}
