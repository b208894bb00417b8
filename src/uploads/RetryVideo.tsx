import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Refresh } from '#src/ui/icons.ts'

/** Prepares a video again whose preparation failed. */
export function RetryVideo({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('retryVideo', { file_id: video.video_id })
      await refresh('listFiles', 'listVideos', 'getVideo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return <Button size="small" icon={<Refresh />} loading={busy} text={t('retry')} onClick={() => void retry()} />
}
