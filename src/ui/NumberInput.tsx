import { Classes, NumericInput } from '@blueprintjs/core'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Blueprint's field for numbers, whose two buttons say in the language of the page what they do. */
export function NumberInput(props: Omit<ComponentProps<typeof NumericInput>, 'inputRef' | 'ref'>): ReactNode {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // Blueprint names them in English and takes no names.
    const buttons = input.current?.closest(`.${Classes.NUMERIC_INPUT}`)?.querySelectorAll('button') ?? []
    for (const [at, button] of [...buttons].entries())
      button.setAttribute('aria-label', t(at === 0 ? 'increase' : 'decrease'))
  })
  return <NumericInput {...props} inputRef={input} />
}
