import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffNotice } from '#core/contract/notice.ts'
import { NOTICE_LIMITS } from '#core/domain/notice.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { TextLine, TextLines } from '#src/ui/form/Field.tsx'
import { notify } from '#src/ui/toaster.ts'

const WEEK_MS = 7 * 86_400_000

/** A time for its field: local, to the minute. */
function fieldTime(iso: string): string {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const titles = ['title_en', 'title_zh_cn'] as const
const contents = ['content_en', 'content_zh_cn'] as const
const times = ['start_time', 'end_time'] as const
type Field = (typeof titles | typeof contents | typeof times)[number]

function valuesOf(edited: StaffNotice | undefined): Record<Field, string> {
  const now = new Date().toISOString()
  const later = new Date(Date.now() + WEEK_MS).toISOString()
  const { title_en = '', title_zh_cn = '', content_en = '', content_zh_cn = '' } = edited ?? {}
  const [start_time, end_time] = [fieldTime(edited?.start_time ?? now), fieldTime(edited?.end_time ?? later)]
  return { title_en, title_zh_cn, content_en, content_zh_cn, start_time, end_time }
}

/** Edits a notice in both languages, with its period. */
export function NoticeDialog({ edited, onClose }: { edited: StaffNotice | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('staff')
  const [values, setValues] = useState(() => valuesOf(edited))
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const set = (field: Field) => (value: string) => setValues((before) => ({ ...before, [field]: value }))
  const faultOf = (field: Field): string | undefined => {
    if (!isChecked) return undefined
    if (values[field].trim() === '') return t('field_missing')
    return field === 'end_time' && values.end_time <= values.start_time ? t('end_before') : undefined
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    const { start_time, end_time, ...texts } = values
    if (Object.values(values).some((value) => value.trim() === '') || end_time <= start_time) return
    setBusy(true)
    try {
      const [from, to] = [new Date(start_time).toISOString(), new Date(end_time).toISOString()]
      const input = { ...texts, start_time: from, end_time: to }
      await call('saveNotice', edited ? { ...input, id: edited.id, revision: edited.revision } : input)
      notify.success(t('saved'))
      await refresh('listStaffNotices', 'listNotices')
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  const common = (field: Field) => ({
    ...{ field, label: t(field), value: values[field], onValue: set(field), fault: faultOf(field) },
  })
  return (
    <Dialog
      isOpen
      className="staff-notice"
      title={t(edited ? 'edit_notice' : 'new_notice')}
      transitionDuration={0}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <div className="form-columns">
            {titles.map((field, at) => (
              <TextLine key={field} {...common(field)} autoFocus={at === 0} maxLength={NOTICE_LIMITS.title} />
            ))}
            {contents.map((field) => (
              <TextLines key={field} {...common(field)} rows={6} maxLength={NOTICE_LIMITS.content} />
            ))}
            {times.map((field) => (
              <TextLine key={field} {...common(field)} type="datetime-local" maxLength={40} />
            ))}
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button type="submit" intent="primary" loading={busy} text={t('save')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
