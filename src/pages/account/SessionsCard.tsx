import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import Bowser from 'bowser'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Desktop, MobilePhone } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'

type Session = DataOf<'listSessions'>['list'][number]

/** The account's sessions, with sign-out of others. */
export function SessionsCard(): ReactNode {
  const { t } = useTranslation('account')
  const { data } = useCall('listSessions', {})
  const [busy, setBusy] = useState<string>()
  const end = async (id?: string): Promise<void> => {
    setBusy(id ?? 'others')
    try {
      await call('endSession', id === undefined ? {} : { id })
      await refresh('listSessions')
      notify.success(t('signed_out'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(undefined)
    }
  }
  const list = data?.list ?? []
  return (
    <section className="profile-card" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions')}</h2>
      <p className="muted">{t('sessions_text')}</p>
      <ul className="profile-sessions">
        {list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      {list.length > 1 && (
        <div className="profile-foot">
          <Button loading={busy === 'others'} text={t('sign_out_others')} onClick={() => void end()} />
        </div>
      )}
    </section>
  )
}

interface RowProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session: { device, is_current, used_at }, busy, onEnd }: RowProps): ReactNode {
  const { t } = useTranslation('account')
  const { name, isPhone } = describe(device)
  return (
    <li>
      {isPhone ? <MobilePhone aria-hidden /> : <Desktop aria-hidden />}
      <span className="ellipsis" data-tip={device} data-tip-cut="">
        {name || t('unknown_device')}
      </span>
      {is_current ? (
        <Tag minimal round intent="success">
          {t('this_device')}
        </Tag>
      ) : (
        <>
          <time className="muted" dateTime={used_at}>
            {t('last_used', { when: formatAgo(used_at) })}
          </time>
          <Button size="small" loading={busy} text={t('sign_out')} onClick={onEnd} />
        </>
      )}
    </li>
  )
}

/** A browser's name; an unknown one unchanged. */
function describe(device: string): { name: string; isPhone: boolean } {
  if (device === '') return { name: '', isPhone: false }
  const { browser, os, platform } = Bowser.parse(device)
  const name = [browser.name, os.name].filter(Boolean).join(' · ')
  return { name: name || device, isPhone: platform.type === 'mobile' || platform.type === 'tablet' }
}
