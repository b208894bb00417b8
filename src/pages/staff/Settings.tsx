import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { MAINTENANCE_LENGTH } from '#core/domain/staff.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { TextLine } from '#src/ui/form/Field.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { Unreadable } from './Unreadable.tsx'

type State = DataOf<'getSettings'>

/** The switches of the installation. */
export function Settings(): ReactNode {
  const { t } = useTranslation('staff')
  const answer = useCall('getSettings', {})
  const { data } = answer
  if (!data && answer.error) return <Unreadable answer={answer} />
  if (!data) return null
  return (
    <div className="staff-settings">
      <MaintenanceCard state={data.maintenance} />
      <KeysCard isOn={data.keys_for_new_accounts} />
      <section className="staff-card">
        <h2>{t('mail_title')}</h2>
        <p className="muted">{t(data.has_mail ? 'mail_on' : 'mail_off')}</p>
      </section>
    </div>
  )
}

function MaintenanceCard({ state }: { state: State['maintenance'] }): ReactNode {
  const { t } = useTranslation('staff')
  const [texts, setTexts] = useState({ text_en: state.text_en, text_zh_cn: state.text_zh_cn })
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const turn = async (is_on: boolean): Promise<void> => {
    setAsking(false)
    setBusy(true)
    try {
      await call('setMaintenance', { is_on, ...texts })
      notify.success(t('done'))
      await refresh('getSettings')
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  return (
    <section className="staff-card">
      <h2>
        {t('maintenance')}{' '}
        <Tag minimal round intent={state.is_on ? 'danger' : 'none'}>
          {t(state.is_on ? 'maintenance_on' : 'maintenance_off')}
        </Tag>
      </h2>
      <p className="muted">{t('maintenance_text')}</p>
      <div className="form-columns">
        <TextLine
          field="text_en"
          label={t('words_en')}
          hint={t('words_hint')}
          maxLength={MAINTENANCE_LENGTH}
          value={texts.text_en}
          onValue={(text_en) => setTexts({ ...texts, text_en })}
        />
        <TextLine
          field="text_zh_cn"
          label={t('words_zh_cn')}
          hint={t('words_hint')}
          maxLength={MAINTENANCE_LENGTH}
          value={texts.text_zh_cn}
          onValue={(text_zh_cn) => setTexts({ ...texts, text_zh_cn })}
        />
      </div>
      {state.is_on ? (
        <Button intent="primary" loading={busy} text={t('turn_off')} onClick={() => void turn(false)} />
      ) : (
        <Button intent="danger" loading={busy} text={t('turn_on')} onClick={() => setAsking(true)} />
      )}
      <ConfirmDialog
        open={asking}
        text={t('turn_on_question')}
        confirmText={t('turn_on')}
        onConfirm={() => turn(true)}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

function KeysCard({ isOn }: { isOn: boolean }): ReactNode {
  const { t } = useTranslation('staff')
  const turn = async (is_on: boolean): Promise<void> => {
    try {
      await call('setKeysForNewAccounts', { is_on })
      await refresh('getSettings')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <section className="staff-card">
      <h2>{t('keys_title')}</h2>
      <p className="muted">{t('keys_text')}</p>
      <Switch
        checked={isOn}
        label={t('keys_switch')}
        onChange={({ currentTarget: { checked } }) => void turn(checked)}
      />
    </section>
  )
}
