import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { contactFaults, type ContactField, contactRules, services } from '#core/domain/forms.ts'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { ManyField } from '#src/ui/form/Choice.tsx'
import { TextLine, TextLines } from '#src/ui/form/Field.tsx'
import { type FormState, useForm } from '#src/ui/form/use-form.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { FormDialog } from './FormDialog.tsx'

interface Values {
  user_name: string
  company_name: string
  email: string
  phone: string
  intention: readonly (typeof services)[number][]
  origin_language: readonly LanguageCode[]
  trans_language: readonly LanguageCode[]
  remark: string
}

const empty: Values = {
  user_name: '',
  company_name: '',
  email: '',
  phone: '',
  intention: [],
  origin_language: [],
  trans_language: [],
  remark: '',
}

const lines = [
  { field: 'user_name', autoComplete: 'name', type: 'text' },
  { field: 'company_name', autoComplete: 'organization', type: 'text' },
  { field: 'email', autoComplete: 'email', type: 'email' },
  { field: 'phone', autoComplete: 'tel', type: 'tel' },
] as const

/** The contact form for companies. */
export function ContactDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('forms')
  const form = useForm<Values>(empty, contactFaults)
  const { values } = form
  return (
    <FormDialog
      title={t('contact')}
      lead={t('contact_text')}
      isChanged={form.isChanged}
      maySend
      sendText={t('send')}
      sentText={t('contact_sent')}
      className="form-dialog-wide"
      check={form.check}
      send={() =>
        call('addContact', {
          ...values,
          intention: [...values.intention],
          origin_language: [...values.origin_language],
          trans_language: [...values.trans_language],
        })
      }
      onBlur={form.leave}
      onClose={onClose}
    >
      <ContactFields form={form} />
    </FormDialog>
  )
}

function ContactFields({ form }: { form: FormState<Values> }): ReactNode {
  const { t } = useTranslation('forms')
  const nameOf = useLanguageNames()
  const { values, set } = form
  const faultText = (field: ContactField): string | undefined => {
    const fault = form.faultOf(field)
    if (!fault) return undefined
    if (fault === 'missing') return t('field_missing')
    return field === 'phone' ? t('field_phone') : t('field_email')
  }
  const languages = languageCodes.map((value) => ({ value, label: nameOf(value) }))
  const many = (field: ContactField) => ({ field, placeholder: t('choose'), fault: faultText(field) })
  return (
    <>
      <div className="form-columns">
        {lines.map(({ field, ...rest }, at) => (
          <TextLine
            key={field}
            {...rest}
            field={field}
            label={t(field)}
            autoFocus={at === 0}
            maxLength={contactRules[field].max}
            value={values[field]}
            onValue={(value) => set(field, value)}
            fault={faultText(field)}
          />
        ))}
        <div className="form-wide">
          <ManyField
            {...many('intention')}
            label={t('intention')}
            values={values.intention}
            onValues={(value) => set('intention', value)}
            options={services.map((value) => ({ value, label: t(`service_${value}`) }))}
          />
        </div>
        <ManyField
          {...many('origin_language')}
          label={t('origin_language')}
          values={values.origin_language}
          onValues={(value) => set('origin_language', value)}
          options={languages}
        />
        <ManyField
          {...many('trans_language')}
          label={t('trans_language')}
          values={values.trans_language}
          onValues={(value) => set('trans_language', value)}
          options={languages}
        />
      </div>
      <TextLines
        field="remark"
        label={t('remark')}
        info={t('optional')}
        maxLength={contactRules.remark.max}
        value={values.remark}
        onValue={(remark) => set('remark', remark)}
      />
    </>
  )
}
