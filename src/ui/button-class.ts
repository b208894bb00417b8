import { Classes } from '@blueprintjs/core'

export interface ButtonLook {
  intent?: 'primary' | 'warning' | 'danger' | undefined
  variant?: 'minimal'
  size?: 'small' | 'large'
  fill?: boolean
}

/** The class names that make a plain element look like a button. */
export function buttonClass({ intent, variant, size, fill = false }: ButtonLook = {}, more = ''): string {
  return [
    Classes.BUTTON,
    intent && Classes.intentClass(intent),
    variant && Classes.MINIMAL,
    size && (size === 'small' ? Classes.SMALL : Classes.LARGE),
    fill && Classes.FILL,
    more,
  ]
    .filter(Boolean)
    .join(' ')
}
