import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Card } from '#src/ui/Card.ts'
import { formatLength } from '#src/ui/format.ts'

/** The sample project. */
export function SampleCard(): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data } = useCall('listSamples', {})
  const sample = data?.list[0]
  if (!sample) return null
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      const { folder_id } = await call('openSample', { sample_id: sample.sample_id })
      await refresh('listFolders', 'listVideos', 'listFiles')
      await navigate(`/lab/library/file/${folder_id}`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="sample" compact>
      <img src={sample.cover} alt="" />
      <strong>{sample.name}</strong>
      <span className="muted">{t('sample_text', { length: formatLength(sample.duration_ms) })}</span>
      <Button fill loading={busy} text={t('open_sample')} onClick={() => void open()} />
    </Card>
  )
}
