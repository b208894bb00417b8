import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#src/ui/Checkbox.ts'

/** A card's selection state and its change. */
export interface ChoiceProps {
  isChosen: boolean
  onChoose: (range: boolean) => void
}

/** The checkbox in a card's corner. */
export function Choice({ name, isChosen, onChoose }: ChoiceProps & { name: string }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <Checkbox
      className="file-choice"
      checked={isChosen}
      aria-label={t('choose_file', { name })}
      onClick={(event) => {
        if (!(event.target instanceof HTMLInputElement)) return
        onChoose(event.shiftKey)
      }}
      onChange={() => undefined}
    />
  )
}
