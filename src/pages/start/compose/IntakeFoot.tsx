import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { SIGN_UP_CREDITS } from '#core/domain/prices.ts'
import { lacksLanguage } from '#core/domain/goals.ts'
import { useCall } from '#src/api/hooks.ts'
import { Shortage } from '#src/tasks/offer.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { intake } from './intake.ts'
import { type Price, usePrice } from './price.ts'
import { startIntake } from './starts.ts'

/** One price with its parts, and the button; for a visitor the way to an account. */
export function IntakeFoot({ isCustomer }: { isCustomer: boolean }): ReactNode {
  const { t } = useTranslation('start')
  const goals = useSnapshot(intake).goals
  const { price, isOld, quote, error } = usePrice()
  const { data: info } = useCall('getInfo', isCustomer ? {} : undefined)
  const isShort = price !== undefined && info !== undefined && info.credits < price.credits
  return (
    <div className="intake-foot">
      {quote?.skipped.map(({ video_id, language, reason }) => (
        <Skipped key={`${video_id} ${language}`} videoId={video_id} language={language} reason={reason} />
      ))}
      {quote?.remarks.map((remark) => (
        <Callout key={remark} intent="primary" compact>
          {remark}
        </Callout>
      ))}
      {error !== undefined && (
        <Callout intent="warning" compact role="alert">
          {error === '' ? t('common:offline') : error}
        </Callout>
      )}
      {isShort && <Shortage needed={price.credits} left={info.credits} />}
      <div className="intake-price" role="status">
        <PriceLine price={price} missing={lacksLanguage(goals) ? t('choose_language') : t('price_later')} />
      </div>
      {isCustomer ? (
        <Button
          intent="primary"
          size="large"
          fill
          disabled={price === undefined || isOld || isShort}
          text={price ? startText(t, price) : t('tasks:start')}
          onClick={() => price && startIntake(goals, price.credits)}
        />
      ) : (
        <>
          <LinkButton intent="primary" size="large" fill to="/login?tab=register&redirect=/lab/workspace">
            {t('sign_up')}
          </LinkButton>
          <p className="muted intake-visitor">
            {t('sign_up_text', { count: SIGN_UP_CREDITS })} <Link to="/lab/pro/srt-edit">{t('edit_here')}</Link>
          </p>
        </>
      )}
    </div>
  )
}

interface SkippedProps {
  videoId: string
  language: string
  reason: string
}

/** A video, or a language of it, that the chain leaves out, and why. */
function Skipped({ videoId, language, reason }: SkippedProps): ReactNode {
  const { t } = useTranslation('start')
  const nameOf = useLanguageNames()
  const { data: video } = useCall('getVideo', { file_id: videoId })
  const name = video?.video_name ?? ''
  return (
    <Callout intent="warning" compact>
      {language === ''
        ? t('skipped_video', { name, reason })
        : t('skipped', { name, language: nameOf(language), reason })}
    </Callout>
  )
}

function startText(t: ReturnType<typeof useTranslation<'start'>>['t'], { credits, isEstimate }: Price): string {
  if (credits === 0) return t('tasks:start_free')
  return isEstimate ? t('start_up_to', { count: credits }) : t('tasks:start_for', { count: credits })
}

/** `15 credits: subtitles 3 · dub 12`, or what is missing for a price. */
function PriceLine({ price, missing }: { price: Price | undefined; missing: string }): ReactNode {
  const { t } = useTranslation('start')
  if (!price) return <span className="muted">{missing}</span>
  return (
    <>
      <strong>{t(price.isEstimate ? 'up_to' : 'price', { count: price.credits })}</strong>
      <span className="muted">
        {price.parts.map(({ step, credits }) => `${t(`step_${step}`)} ${credits}`).join(' · ')}
      </span>
    </>
  )
}
