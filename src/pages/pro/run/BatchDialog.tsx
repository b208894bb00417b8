import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { MAX_BATCH_TASKS } from '#core/tasks/batch.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import type { SharedConfig, TaskKind } from '#src/tasks/kind.ts'
import { KindChoice } from '#src/tasks/KindChoice.tsx'
import { taskKinds } from '#src/tasks/kinds.ts'
import { LanguageChips } from '#src/tasks/LanguageChips.tsx'
import { askAgain, Shortage, useStart } from '#src/tasks/offer.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { useOpenBatch } from '../batch/open-batch.ts'
import type { OpenFolder } from '../open-folder.ts'
import { QuoteTable } from './QuoteTable.tsx'

interface Props {
  folder: OpenFolder
  /** Ids of videos; empty for the whole folder. */
  chosen: readonly string[]
  onClose: () => void
}

/** Videos times languages for one task and configuration, each priced before the start. */
export function BatchDialog({ folder, chosen, onClose }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const [type, setType] = useState(taskKinds[0]?.type)
  const kind = taskKinds.find((each) => each.type === type)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      isOpen
      title={t('run_title', { count: chosen.length === 0 ? folder.video_sum : chosen.length })}
      onClose={onClose}
      canOutsideClickClose={!busy}
      className="pro-run"
    >
      <KindChoice kinds={taskKinds} chosen={type} label={t('run_task')} words="name" onChoose={setType} />
      {kind && <Chosen key={kind.type} {...{ folder, chosen, kind, busy, onClose }} onBusy={setBusy} />}
    </Dialog>
  )
}

interface ChosenProps extends Props {
  kind: TaskKind
  busy: boolean
  onBusy: (busy: boolean) => void
}

/** A kind's form, shown with the first video; languages are beside it. */
function Chosen({ folder, chosen, kind, ...rest }: ChosenProps): ReactNode {
  const { t } = useTranslation('pro')
  const { page, video, error } = useFirstVideo(folder.folder_id, chosen[0])
  const covered = folder.languages.flatMap(({ language, videos }) => (videos > 0 ? [language] : []))
  const [targets, setTargets] = useState<readonly LanguageCode[]>(() =>
    kind.languages === 'made' ? folder.settings.languages : [],
  )
  if (error) return <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>
  if (page?.list.length === 0) return <Callout intent="warning">{t('errors:batch_empty')}</Callout>
  if (!video) return <DialogBody>{null}</DialogBody>
  const initial = folder.settings.profile === '' ? undefined : { profile: folder.settings.profile }
  const shownTargets = kind.languages === 'made' ? targets : undefined
  return (
    <kind.Form video={video} initial={initial} isForSeveral targets={shownTargets}>
      {(fields, _request, config) => (
        <Offer {...{ folder, chosen, kind, config, targets, ...rest }}>
          {kind.languages !== 'none' && (
            <section className="pro-run-languages">
              <h3>{t(kind.languages === 'made' ? 'run_into' : 'run_versions_in')}</h3>
              {kind.languages === 'used' && <p className="muted">{t('run_active_if_none')}</p>}
              <LanguageChips
                value={targets}
                onChange={(next) => setTargets(next.filter(isLanguageCode))}
                {...(kind.languages === 'used' && { codes: covered })}
              />
            </section>
          )}
          <section className="pro-run-fields" data-languages={kind.languages}>
            {fields}
          </section>
        </Offer>
      )}
    </kind.Form>
  )
}

/** The first selected video that exists, else the folder's first. */
function useFirstVideo(folderId: string, chosenId: string | undefined) {
  const { data: page, error: unread } = useCall('listProVideos', { folder_id: folderId, limit: 1 })
  const { data: chosen, error: gone } = useCall('getVideo', chosenId === undefined ? undefined : { file_id: chosenId })
  const firstId = chosenId === undefined || gone ? page?.list[0]?.video_id : undefined
  const { data: first, error } = useCall('getVideo', firstId === undefined ? undefined : { file_id: firstId })
  return { page, video: chosen ?? first, error: unread ?? error }
}

interface OfferProps extends ChosenProps {
  config: SharedConfig
  targets: readonly LanguageCode[]
  children: ReactNode
}

function Offer({ folder, chosen, kind, config, targets, busy, onBusy, onClose, children }: OfferProps): ReactNode {
  const { t } = useTranslation('pro')
  const open = useOpenBatch()
  const needsTarget = kind.languages === 'made' && targets.length === 0
  const input: InputOf<'quoteBatch'> | undefined = needsTarget
    ? undefined
    : {
        folder_id: folder.folder_id,
        task_type: kind.type,
        ...(chosen.length > 0 && { video_ids: [...chosen] }),
        to_languages: kind.languages === 'none' ? [] : [...targets],
        config: { ...config, to_language: undefined },
      }
  const isTooLarge = (chosen.length || folder.video_sum) * Math.max(1, targets.length) > MAX_BATCH_TASKS
  const asked = isTooLarge ? undefined : input
  const { data: offer, error, isLoading } = useCall('quoteBatch', asked, { ...askAgain, keepPreviousData: true })
  const begin = async (idempotency_key: string): Promise<void> => {
    if (!input) return
    const { batch_id } = await call('addBatch', { ...input, idempotency_key })
    onClose()
    open(batch_id)
  }
  const { credits, isVisitor, start } = useStart(input, input && begin, { onBusy, onStarted: () => undefined })
  const isShort = offer !== undefined && credits !== undefined && credits < offer.credits
  const isReady = asked !== undefined && !error && offer !== undefined && offer.task_sum > 0 && !isShort && !isVisitor
  return (
    <>
      <DialogBody className="pro-run-body">
        <div className="pro-run-choices">{children}</div>
        <div className="pro-run-quote">
          {needsTarget && <p className="muted">{t('run_choose_language')}</p>}
          {isTooLarge && <Callout intent="warning">{t('errors:batch_too_large', { n: MAX_BATCH_TASKS })}</Callout>}
          {asked && error && (
            <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>
          )}
          {asked && !error && offer && <QuoteTable offer={offer} isLoading={isLoading} />}
          {offer && isShort && <Shortage needed={offer.credits} left={credits ?? 0} />}
          {isVisitor && <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={!isReady || isLoading}
              text={
                isReady
                  ? t('run_start', {
                      count: offer.task_sum,
                      credits: t('common:credits', { count: offer.credits }),
                    })
                  : t('tasks:start')
              }
              onClick={() => void start()}
            />
          </>
        }
      />
    </>
  )
}
