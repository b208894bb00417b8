import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { contactMethods, partnerFaults, type PartnerField, partnerRules } from '#core/domain/forms.ts'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { ChoiceField } from '#src/ui/form/Choice.tsx'
import { TextLine, TextLines } from '#src/ui/form/Field.tsx'
import { useForm } from '#src/ui/form/use-form.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { PublicForm } from './PublicForm.tsx'

interface Values {
  name: string
  company: string
  contact_method: (typeof contactMethods)[number] | ''
  contact: string
  language: LanguageCode | ''
  learned_from: string
  remarks: string
}

const empty: Values = {
  name: '',
  company: '',
  contact_method: '',
  contact: '',
  language: '',
  learned_from: '',
  remarks: '',
}

/** The partner application. */
export function PartnerForm({ onSent }: { onSent: () => void }): ReactNode {
  const { t } = useTranslation('forms')
  const nameOf = useLanguageNames()
  const form = useForm<Values>(empty, partnerFaults)
  const { values, set } = form
  const faultText = (field: PartnerField): string | undefined => {
    const fault = form.faultOf(field)
    if (fault !== 'form') return fault && t('field_missing')
    return t(values.contact_method === 'phone' ? 'field_phone' : 'field_email')
  }
  const line = (field: 'name' | 'company' | 'contact' | 'learned_from', autoComplete: string, info?: string) => (
    <TextLine
      field={field}
      label={t(`partner_${field}`)}
      info={info}
      autoComplete={autoComplete}
      maxLength={partnerRules[field].max}
      value={values[field]}
      onValue={(value) => set(field, value)}
      fault={faultText(field)}
    />
  )
  const send = async (website: string): Promise<void> => {
    const { contact_method, language, ...rest } = values
    if (contact_method !== '' && language !== '')
      await call('applyAsPartner', { ...rest, contact_method, language, website })
  }
  return (
    <PublicForm isChanged={form.isChanged} check={form.check} send={send} onSent={onSent} onBlur={form.leave}>
      <div className="form-columns">
        {line('name', 'name')}
        {line('company', 'organization')}
        <ChoiceField
          field="contact_method"
          label={t('contact_method')}
          placeholder={t('choose')}
          value={values.contact_method}
          onValue={(value) => set('contact_method', value)}
          options={contactMethods.map((value) => ({ value, label: t(`by_${value}`) }))}
          fault={faultText('contact_method')}
        />
        {line('contact', 'off')}
        <ChoiceField
          field="language"
          label={t('partner_language')}
          placeholder={t('choose')}
          value={values.language}
          onValue={(value) => set('language', value)}
          options={languageCodes.map((value) => ({ value, label: nameOf(value) }))}
          fault={faultText('language')}
        />
        {line('learned_from', 'off', t('optional'))}
      </div>
      <TextLines
        field="remarks"
        label={t('remark')}
        info={t('optional')}
        maxLength={partnerRules.remarks.max}
        value={values.remarks}
        onValue={(value) => set('remarks', value)}
      />
    </PublicForm>
  )
}
