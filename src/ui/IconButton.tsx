import './IconButton.css'
import { Button, type ButtonProps } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props extends Pick<
  ButtonProps,
  'size' | 'intent' | 'disabled' | 'loading' | 'autoFocus' | 'className' | 'tabIndex'
> {
  icon: React.JSX.Element
  /** What it does: its name for screen readers, and its tip. */
  label: string
  /** What the tip says where that is more than the name. */
  tip?: string
  /** The key that does the same, as people read it. */
  keyName?: string
  /** For a switch: whether it is on. */
  pressed?: boolean
  variant?: 'minimal' | 'solid'
  /** A word beside the icon where the window is wide enough for it. */
  word?: string
  /** Leaves the keyboard where it is: keys such as Space go on to the editor. */
  keepsFocus?: boolean
  /** Its name in the tour. */
  tour?: string
  onClick?: (event: React.MouseEvent<HTMLElement>) => void
}

/** A button that is an icon: its name, its tip and its key in one place. */
export function IconButton(props: Props): ReactNode {
  const {
    label,
    tip = label,
    keyName,
    pressed,
    keepsFocus = false,
    variant = 'minimal',
    tour,
    word,
    className = '',
    onClick,
    ...rest
  } = props
  return (
    <Button
      {...rest}
      variant={variant}
      active={pressed}
      aria-pressed={pressed}
      aria-label={label}
      data-tip={tip}
      data-tour={tour}
      data-tip-key={keyName || undefined}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      text={word && <span className="tool-word">{word}</span>}
      className={word ? `${className} tool-worded` : className}
      onClick={onClick}
    />
  )
}
