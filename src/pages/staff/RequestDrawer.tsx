import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SubmissionView } from '#core/contract/staff.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { statusesOf, type SubmissionStatus } from '#core/domain/staff.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Drawer } from '#src/ui/Drawer.ts'
import { ChoiceField } from '#src/ui/form/Choice.tsx'
import { TextLines } from '#src/ui/form/Field.tsx'
import { formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { notify } from '#src/ui/toaster.ts'

const WIDTH = 560
const REMARKS_LENGTH = 4000

interface Props {
  request: SubmissionView
  onClose: () => void
  onSaved: () => void
}

/** A submission, with the staff's progress. */
export function RequestDrawer({ request, onClose, onSaved }: Props): ReactNode {
  const { t } = useTranslation('staff')
  const { id, revision, kind, content } = request
  const known = statusesOf(kind)
  const [status, setStatus] = useState<SubmissionStatus>(known.find((one) => one === request.status) ?? 'new')
  const [remarks, setRemarks] = useState(request.remarks)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('editSubmission', { id, revision, status, remarks })
      notify.success(t('saved'))
      onSaved()
      await refresh('getDesk')
      onClose()
    } catch (error) {
      notifyFailure(error)
      onSaved()
      setBusy(false)
    }
  }
  return (
    <Drawer isOpen size={WIDTH} title={t(`inbox_${kind}`)} onClose={onClose}>
      <div className="staff-drawer">
        <dl className="staff-facts">
          {factsOf(content).map(([field, value]) => (
            <Fact key={field} field={field} value={value} isOfCredits={content['type'] === 'credits'} />
          ))}
        </dl>
        <ChoiceField
          field="status"
          label={t('status')}
          placeholder={t('status')}
          value={status}
          onValue={setStatus}
          options={known.map((value) => ({ value, label: t(`status_${value}`) }))}
        />
        <TextLines
          field="remarks"
          label={t('remarks')}
          rows={5}
          maxLength={REMARKS_LENGTH}
          value={remarks}
          onValue={setRemarks}
        />
        <div className="table-actions">
          <Button text={t('common:cancel')} onClick={onClose} />
          <Button intent="primary" loading={busy} text={t('save')} onClick={() => void save()} />
        </div>
      </div>
    </Drawer>
  )
}

/** Labels of the forms' fields, as the sender saw them. */
const fieldLabels: Readonly<Record<string, string>> = {
  type: 'feedback_type',
  type2: 'feature',
  task_id: 'task_number',
  name: 'partner_name',
  user_name: 'user_name',
  company: 'partner_company',
  company_name: 'company_name',
  email: 'email',
  phone: 'phone',
  contact_method: 'contact_method',
  contact: 'partner_contact',
  contact_details: 'contact_email',
  language: 'partner_language',
  service: 'intention',
  intention: 'intention',
  source_language: 'source_language',
  origin_language: 'origin_language',
  target_language: 'target_language',
  trans_language: 'trans_language',
  learned_from: 'partner_learned_from',
  remarks: 'remark',
  remark: 'remark',
  message: 'message',
  content: 'description',
}

/** The fields in the forms' order; the database has them unordered. */
function factsOf(content: SubmissionView['content']): [string, unknown][] {
  const order = Object.keys(fieldLabels)
  const filled = Object.entries(content).filter(([, value]) => value !== '')
  return filled.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

function Fact({ field, value, isOfCredits }: { field: string; value: unknown; isOfCredits: boolean }): ReactNode {
  const { i18n } = useTranslation('staff')
  const nameOf = useLanguageNames()
  // Feedback's second choice: a feature, or a request about credits.
  const label = field === 'type2' && isOfCredits ? 'credit_request' : fieldLabels[field]
  // Keys built from values: an unknown value is shown unchanged.
  const words = (key: string, other: string): string => {
    const found: unknown = i18n.getResource(i18n.language, 'forms', key)
    return typeof found === 'string' ? found : other
  }
  const wordOf = (one: unknown): string => {
    const text = String(one)
    if (field.includes('language') && isLanguageCode(text)) return nameOf(text)
    const prefixes = {
      service: 'service',
      intention: 'service',
      contact_method: 'by',
      type: 'feedback',
      type2: 'feature',
    }
    const prefix = field in prefixes ? prefixes[field as keyof typeof prefixes] : undefined
    return prefix ? words(`${prefix}_${text}`, words(`credit_${text}`, text)) : text
  }
  return (
    <>
      <dt>{label ? words(label, field) : field}</dt>
      <dd>
        {field === 'task_id' ? (
          <Link to={`/lab/staff/tasks?view=all&search=${encodeURIComponent(String(value))}`}>{String(value)}</Link>
        ) : (
          formatList([value].flat().map(wordOf))
        )}
      </dd>
    </>
  )
}
