import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chain } from '#core/contract/chain.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { remainingText } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatShare } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { ChainVideoRow } from './ChainVideoRow.tsx'
import { GoalWords } from './GoalWords.tsx'

const intents = {
  running: 'primary',
  no_credits: 'warning',
  stopped: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'none',
} as const satisfies Record<Chain['state'], 'none' | 'primary' | 'success' | 'warning' | 'danger'>

const isOver = ({ state }: Chain): boolean => state === 'done' || state === 'failed' || state === 'cancelled'

/** A chain with each of its videos: how far it is, or its results. */
export function ChainCard({ chain }: { chain: Chain }): ReactNode {
  const { t, i18n } = useTranslation('start')
  const { chain_id, name, video_sum, subtitles, to_languages, dub, erase, synthesis_type, state } = chain
  const { data } = useCall('getChain', { chain_id })
  // Some results are there.
  const isPart = state === 'failed' && chain.video_sum_success > 0
  const left = remainingText(i18n.getFixedT(null, 'tasks'), chain.remaining_s)
  return (
    <article className="chain" data-chain={chain_id} data-state={state} aria-label={name}>
      <header className="chain-head">
        <strong className="ellipsis" title={name}>
          {t('order_name', { first: name, count: video_sum - 1 })}
        </strong>
        <GoalWords subtitles={subtitles} languages={to_languages} dub={dub} erase={erase} shown={synthesis_type} />
        <span className="chain-space" />
        <span className="muted chain-share">
          {state === 'running' && [formatShare(chain.progress), left].filter(Boolean).join(' · ')}
          {isOver(chain) && t('common:credits', { count: chain.credits_spent })}
        </span>
        <Tag minimal round intent={isPart ? 'warning' : intents[state]}>
          {isPart ? t('part_failed', { n: chain.video_sum_fail, count: video_sum }) : t(`state_${state}`)}
        </Tag>
        {isOver(chain) ? (
          <IconButton
            size="small"
            icon={<Cross />}
            label={t('dismiss', { name })}
            onClick={() => void dismiss(chain_id)}
          />
        ) : (
          <CancelChain chainId={chain_id} />
        )}
      </header>
      {chain.skipped.map(({ video_id, language, reason }) => (
        <Callout key={`${video_id} ${language}`} intent="warning" compact>
          {reason}
        </Callout>
      ))}
      <ul className="chain-videos">
        {data?.videos.map((video) => (
          <ChainVideoRow key={video.video_id} chain={data} video={video} />
        ))}
        {!data && <li className="chain-waiting skeleton-block" aria-hidden />}
      </ul>
    </article>
  )
}

async function dismiss(chain_id: string): Promise<void> {
  try {
    await call('readChains', { chain_ids: [chain_id] })
    await refresh('listChains')
  } catch (error) {
    notifyFailure(error)
  }
}

/** Takes back what has not begun, after a question. */
function CancelChain({ chainId }: { chainId: string }): ReactNode {
  const { t } = useTranslation('start')
  const [asks, setAsks] = useState(false)
  const cancel = async (): Promise<void> => {
    setAsks(false)
    try {
      await call('cancelChain', { chain_id: chainId })
      await refresh('listChains', 'getChain', 'getInfo', 'listRunning', 'listTasks')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <Button size="small" text={t('common:cancel')} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        text={t('cancel_question')}
        confirmText={t('cancel_order')}
        onConfirm={cancel}
        onClose={() => setAsks(false)}
      />
    </>
  )
}
