import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { demoFaults, type DemoField, demoRules, services } from '#core/domain/forms.ts'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { ChoiceField } from '#src/ui/form/Choice.tsx'
import { TextLine, TextLines } from '#src/ui/form/Field.tsx'
import { useForm } from '#src/ui/form/use-form.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { PublicForm } from './PublicForm.tsx'

interface Values {
  name: string
  company_name: string
  email: string
  phone: string
  service: (typeof services)[number] | ''
  source_language: LanguageCode | ''
  target_language: LanguageCode | ''
  message: string
}

const empty: Values = {
  name: '',
  company_name: '',
  email: '',
  phone: '',
  service: '',
  source_language: '',
  target_language: '',
  message: '',
}

const lines = [
  { field: 'name', label: 'user_name', autoComplete: 'name', type: 'text' },
  { field: 'company_name', label: 'company_name', autoComplete: 'organization', type: 'text' },
  { field: 'email', label: 'email', autoComplete: 'email', type: 'email' },
  { field: 'phone', label: 'phone', autoComplete: 'tel', type: 'tel' },
] as const

/** The form for booking a demonstration. */
export function DemoForm({ onSent }: { onSent: () => void }): ReactNode {
  const { t } = useTranslation('forms')
  const nameOf = useLanguageNames()
  const form = useForm<Values>(empty, demoFaults)
  const { values, set } = form
  const faultText = (field: DemoField): string | undefined => {
    const fault = form.faultOf(field)
    if (fault !== 'form') return fault && t('field_missing')
    return t(field === 'phone' ? 'field_phone' : 'field_email')
  }
  const send = async (website: string): Promise<void> => {
    const { service, source_language, target_language, ...rest } = values
    if (service !== '' && source_language !== '' && target_language !== '')
      await call('bookDemo', { ...rest, service, source_language, target_language, website })
  }
  const choice = (field: 'source_language' | 'target_language') => (
    <ChoiceField
      field={field}
      label={t(field)}
      placeholder={t('choose')}
      value={values[field]}
      onValue={(value) => set(field, value)}
      options={languageCodes.map((value) => ({ value, label: nameOf(value) }))}
      fault={faultText(field)}
    />
  )
  return (
    <PublicForm isChanged={form.isChanged} check={form.check} send={send} onSent={onSent} onBlur={form.leave}>
      <div className="form-columns">
        {lines.map(({ field, label, ...rest }) => (
          <TextLine
            key={field}
            {...rest}
            field={field}
            label={t(label)}
            maxLength={demoRules[field].max}
            value={values[field]}
            onValue={(value) => set(field, value)}
            fault={faultText(field)}
          />
        ))}
        <div className="form-wide">
          <ChoiceField
            field="service"
            label={t('intention')}
            placeholder={t('choose')}
            value={values.service}
            onValue={(value) => set('service', value)}
            options={services.map((value) => ({ value, label: t(`service_${value}`) }))}
            fault={faultText('service')}
          />
        </div>
        {choice('source_language')}
        {choice('target_language')}
      </div>
      <TextLines
        field="message"
        label={t('message')}
        info={t('optional')}
        maxLength={demoRules.message.max}
        value={values.message}
        onValue={(value) => set('message', value)}
      />
    </PublicForm>
  )
}
