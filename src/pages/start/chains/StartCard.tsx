import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { stemOf } from '#core/domain/file-names.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Refresh, Undo } from '#src/ui/icons.ts'
import { type UploadItem, uploads } from '#src/uploads/uploads.ts'
import { IntakeRow } from '../compose/IntakeFiles.tsx'
import { type Start, startAgain, takeBack } from '../compose/starts.ts'
import { GoalWords } from './GoalWords.tsx'

/** A chain that starts once its files are there. */
export function StartCard({ start }: { start: Start }): ReactNode {
  const { t } = useTranslation('start')
  const sent = useSnapshot(uploads).items as readonly UploadItem[]
  const card = useRef<HTMLElement>(null)
  // The pressed button is gone with the intake.
  useEffect(() => card.current?.focus(), [])
  const { key, items, goals, state, message } = start
  const isSent = items.every(
    ({ uploadKey }) => uploadKey === '' || sent.some((upload) => upload.key === uploadKey && upload.videoId !== ''),
  )
  const { subtitles, translate, targets, dub, erase, shown } = goals
  return (
    <article ref={card} className="chain" tabIndex={-1} data-state={state} aria-label={stemOf(items[0]?.name ?? '')}>
      <header className="chain-head">
        <strong className="ellipsis">
          {t('order_name', { first: stemOf(items[0]?.name ?? ''), count: items.length - 1 })}
        </strong>
        <GoalWords
          {...{ subtitles, dub, erase }}
          languages={translate ? targets : []}
          shown={subtitles ? shown : 'none'}
        />
        <span className="chain-space" />
        {state === 'waiting' && (
          <Button size="small" icon={<Undo />} text={t('take_back')} onClick={() => takeBack(key)} />
        )}
      </header>
      {state === 'failed' ? (
        <Callout intent="danger">
          <p role="alert">{message}</p>
          <div className="chain-ways">
            <Button size="small" icon={<Refresh />} text={t('common:retry')} onClick={() => startAgain(key)} />
            <Button size="small" icon={<Undo />} text={t('take_back')} onClick={() => takeBack(key)} />
          </div>
        </Callout>
      ) : (
        <p className="muted chain-note" role="status">
          {t(state === 'starting' ? 'starting' : isSent ? 'starts_when_prepared' : 'starts_when_sent')}
        </p>
      )}
      <ul className="intake-files">
        {items.map((item) => (
          <IntakeRow
            key={item.key}
            item={item}
            upload={sent.find((upload) => upload.key === item.uploadKey)}
            isCustomer
          />
        ))}
      </ul>
    </article>
  )
}
