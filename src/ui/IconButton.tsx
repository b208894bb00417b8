import './IconButton.css'
import { Button, type ButtonProps } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props extends Pick<
  ButtonProps,
  'size' | 'intent' | 'disabled' | 'loading' | 'autoFocus' | 'className' | 'tabIndex'
> {
  icon: React.JSX.Element
  /** Name for screen readers, and text of the tip. */
  label: string
  /** Text of the tip, if it is more than the name. */
  tip?: string
  /** The key with the same effect, as shown to the user. */
  keyName?: string
  /** For a switch: whether it is on. */
  pressed?: boolean
  variant?: 'minimal' | 'solid'
  /** A word beside the icon in windows that are wide enough. */
  word?: string
  /** Leaves the focus where it is, so that keys such as Space still reach the editor. */
  keepsFocus?: boolean
  /** Name of the button in the tour. */
  tour?: string
  onClick?: (event: React.MouseEvent<HTMLElement>) => void
}

/** A button with an icon, which keeps its name, tip and key in one place. */
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
