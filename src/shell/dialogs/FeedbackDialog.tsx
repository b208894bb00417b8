import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  countWords,
  creditRequests,
  FEEDBACK_WORDS,
  feedbackFaults,
  feedbackFeatures,
  feedbackRules,
  type FeedbackType,
  feedbackTypes,
  wantsTask,
} from '#core/domain/forms.ts'
import { call, reasonOf } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { isVisitor } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { CaretDown } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { ChoiceField } from '#src/ui/form/Choice.tsx'
import { TextLine, TextLines } from '#src/ui/form/Field.tsx'
import { type FormState, useForm } from '#src/ui/form/use-form.ts'
import { FormDialog } from './FormDialog.tsx'
import type { FeedbackStart } from './open-dialog.ts'

interface Values {
  type: FeedbackType | ''
  type2: string
  task_id: string
  contact_details: string
  content: string
}

/** Only the fields of the chosen type are sent. */
function sent({ type, type2, task_id, contact_details, content }: Values) {
  return {
    type,
    ...(type2 !== '' && { type2 }),
    ...(task_id.trim() !== '' && wantsTask({ type, type2 }) && { task_id: task_id.trim() }),
    contact_details: contact_details.trim(),
    content: content.trim(),
  }
}

/** The feedback form; some types have additional fields. */
export function FeedbackDialog({ start, onClose }: { start: FeedbackStart; onClose: () => void }): ReactNode {
  const { t } = useTranslation('forms')
  const form = useForm<Values>(
    { type: '', type2: '', task_id: '', contact_details: '', content: '', ...start },
    (values) => feedbackFaults(sent(values)),
  )
  const { values } = form
  /** A task number unknown to the server, with its message. */
  const [unknown, setUnknown] = useState({ id: '', message: '' })
  useOwnAddress(form)
  const words = countWords(values.content)
  return (
    <FormDialog
      title={t('feedback')}
      lead={t('feedback_text')}
      maySend={form.isFine}
      isChanged={form.isChanged}
      sendText={t('send')}
      sentText={t('feedback_sent')}
      check={form.check}
      send={async () => {
        const { type, ...rest } = sent(values)
        if (type !== '') await call('addFeedback', { type, ...rest })
      }}
      fieldOf={({ data, message }) => {
        if (reasonOf(data) !== 'no_such_task') return undefined
        setUnknown({ id: values.task_id.trim(), message })
        return 'task_id'
      }}
      onBlur={form.leave}
      onClose={onClose}
    >
      <div className="form-columns">
        <ChoiceField
          field="type"
          label={t('feedback_type')}
          placeholder={t('choose')}
          value={values.type}
          onValue={(type) => {
            form.set('type', type)
            form.renew('type2', '')
          }}
          options={feedbackTypes.map((value) => ({ value, label: t(`feedback_${value}`) }))}
        />
        <SecondChoice form={form} />
      </div>
      {wantsTask(values) && (
        <TaskNumber form={form} unknown={values.task_id.trim() === unknown.id ? unknown.message : ''} />
      )}
      <TextLines
        field="content"
        label={t('description')}
        rows={5}
        maxLength={feedbackRules.content.max}
        value={values.content}
        onValue={(content) => form.set('content', content)}
        hint={words > FEEDBACK_WORDS ? t('words', { count: words }) : t('description_hint', { n: FEEDBACK_WORDS })}
        fault={form.faultOf('content') && t('field_missing')}
      />
      <TextLine
        field="contact_details"
        type="email"
        autoComplete="email"
        label={t('contact_email')}
        maxLength={feedbackRules.contact_details.max}
        value={values.contact_details}
        onValue={(contact_details) => form.set('contact_details', contact_details)}
        hint={t('contact_email_hint')}
        fault={form.faultOf('contact_details') && t('field_email')}
      />
    </FormDialog>
  )
}

/** Prefilled with the account's address. */
function useOwnAddress({ begin, values }: FormState<Values>): void {
  const { data } = useCall('getProfile', isVisitor() ? undefined : {})
  const address = data?.email ?? ''
  const isEmpty = values.contact_details === ''
  const isGiven = useRef(false)
  useEffect(() => {
    if (isGiven.current || !isEmpty || address === '') return
    isGiven.current = true
    begin('contact_details', address)
  }, [begin, address, isEmpty])
}

function SecondChoice({ form }: { form: FormState<Values> }): ReactNode {
  const { t } = useTranslation('forms')
  const { type, type2 } = form.values
  const usual = {
    field: 'type2',
    placeholder: t('choose'),
    fault: form.faultOf('type2') && t('field_missing'),
    onValue: (value: string) => form.set('type2', value),
  }
  if (type === 'usage')
    return (
      <ChoiceField
        {...usual}
        label={t('feature')}
        value={type2}
        options={feedbackFeatures.map((value) => ({ value, label: t(`feature_${value}`) }))}
      />
    )
  if (type === 'credits')
    return (
      <ChoiceField
        {...usual}
        label={t('credit_request')}
        value={type2}
        options={creditRequests.map((value) => ({ value, label: t(`credit_${value}`) }))}
      />
    )
  return null
}

/** The number of a task, typed or chosen from recent ones; `unknown` marks an invalid one. */
function TaskNumber({ form, unknown }: { form: FormState<Values>; unknown: string }): ReactNode {
  const { t } = useTranslation('forms')
  const { data } = useCall('listTasks', isVisitor() ? undefined : { page_size: 20 })
  const tasks = data?.list ?? []
  return (
    <TextLine
      field="task_id"
      label={t('task_number')}
      maxLength={feedbackRules.task_id.max}
      value={form.values.task_id}
      onValue={(id) => form.set('task_id', id)}
      hint={t('task_number_hint')}
      fault={form.faultOf('task_id') ? t('field_missing') : unknown || undefined}
      rightElement={
        <Popover
          placement="bottom-end"
          disabled={tasks.length === 0}
          content={
            <Menu className="many-list">
              {tasks.map(({ task_id, task_name, create_time }) => (
                <MenuItem
                  key={task_id}
                  text={task_name}
                  label={formatAgo(create_time)}
                  onClick={() => form.set('task_id', task_id)}
                />
              ))}
            </Menu>
          }
        >
          <Button
            variant="minimal"
            size="small"
            endIcon={<CaretDown size={12} />}
            disabled={tasks.length === 0}
            text={t('latest_tasks')}
          />
        </Popover>
      }
    />
  )
}
