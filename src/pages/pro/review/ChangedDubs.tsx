import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { ChangedDub } from '#core/contract/review.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { useStart } from '#src/tasks/offer.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { VideoLink } from '../VideoLink.tsx'

/** Dubs with cues edited since: only these are spoken and paid for again. */
export function ChangedDubs({ folderId }: { folderId: string }): ReactNode {
  const { t } = useTranslation('review')
  const { user } = useSnapshot(account)
  const isVisitor = user?.is_vistor !== false
  const { data } = useCall('listChangedDubs', isVisitor ? undefined : { folder_id: folderId })
  if (!data || data.list.length === 0) return null
  return (
    <section className="changed-dubs">
      <h3>{t('changed_dubs')}</h3>
      <ul>
        {data.list.map((dub) => (
          <Dub key={`${dub.task_id} ${dub.file_id}`} folderId={folderId} dub={dub} />
        ))}
      </ul>
    </section>
  )
}

function Dub({ folderId, dub }: { folderId: string; dub: ChangedDub }): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  const [busy, setBusy] = useState(false)
  const { task_id, video_id, file_id, video_name, language, changed_lines, lines, credits, refusal } = dub
  const { credits: left, start } = useStart(
    { task_id, file_id, changed_lines },
    (key) => call('redub', { task_id, idempotency_key: key || idempotencyKey() }),
    { onBusy: setBusy, onStarted: () => void refresh('listChangedDubs') },
  )
  const isShort = left !== undefined && left < credits
  return (
    <li>
      <VideoLink folderId={folderId} videoId={video_id} fileId={file_id} className="flagged-words">
        <span className="ellipsis">{video_name}</span>
        <span className="muted ellipsis">
          {nameOf(language)} · {t('lines_changed', { n: changed_lines, of: lines })}
        </span>
      </VideoLink>
      {refusal === '' ? (
        <Button
          size="small"
          intent="primary"
          loading={busy}
          disabled={isShort}
          title={isShort ? t('tasks:too_few_credits', { needed: credits, left }) : undefined}
          text={t('redub_for', { count: credits })}
          onClick={() => void start()}
        />
      ) : (
        <Callout compact intent="warning">
          {refusal}
        </Callout>
      )}
    </li>
  )
}
