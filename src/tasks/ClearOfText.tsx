import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '#src/ui/Checkbox.ts'

interface Props {
  value: boolean
  onChange: (value: boolean) => void
}

/** Whether burned-in rows avoid text that the picture has already. */
export function ClearOfText({ value, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <>
      <Switch
        checked={value}
        label={t('clear_of_text')}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <p className="muted">{t('clear_of_text_note')}</p>
    </>
  )
}
