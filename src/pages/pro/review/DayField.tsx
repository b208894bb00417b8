import './DayField.css'
import { enUS, zhCN } from 'date-fns/locale'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { DatePicker } from '#src/ui/DatePicker.ts'
import { Calendar } from '#src/ui/icons.ts'
import { Popover } from '#src/ui/Popover.tsx'

/** Selectable years, from this one on. */
const YEARS = 5

interface Props {
  /** Purpose of the day. */
  label: string
  /** Local midnight of the day; null for none. */
  value: Date | null
  /** State of the deadline. */
  state?: 'near' | 'over' | 'met' | undefined
  onChange: (day: Date | null) => void
}

/** A date from a calendar in the interface's language. */
export function DayField({ label, value, state, onChange }: Props): ReactNode {
  const { t, i18n } = useTranslation('review')
  const [isOpen, setOpen] = useState(false)
  const tag = i18n.language.replace('_', '-')
  const words = value?.toLocaleDateString(tag, { dateStyle: 'medium' }) ?? t('no_day')
  const [thisYear] = useState(() => new Date().getFullYear())
  return (
    <Popover
      isOpen={isOpen}
      onInteraction={setOpen}
      placement="bottom-start"
      arrow={false}
      content={
        <DatePicker
          value={value}
          locale={tag.startsWith('zh') ? zhCN : enUS}
          minDate={new Date(thisYear - 1, 0, 1)}
          maxDate={new Date(thisYear + YEARS, 11, 31)}
          showActionsBar
          todayButtonText={t('today')}
          clearButtonText={t('clear_day')}
          dayPickerProps={{
            labels: {
              labelPrevious: () => t('previous_month'),
              labelNext: () => t('next_month'),
              labelMonthDropdown: () => t('month'),
              labelYearDropdown: () => t('year'),
            },
          }}
          onChange={(day, isByUser) => {
            if (!isByUser) return
            setOpen(false)
            onChange(day)
          }}
        />
      }
    >
      <Button
        fill
        alignText="start"
        icon={<Calendar />}
        className="day-field"
        data-state={state}
        aria-label={`${label}: ${words}`}
        text={<span className={value ? undefined : 'muted'}>{words}</span>}
      />
    </Popover>
  )
}
