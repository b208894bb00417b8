import './SwitchItem.css'
import { MenuItem } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Blank, Tick } from './icons.ts'

interface Props {
  icon?: React.JSX.Element
  text: string
  /** Text of the tip, if it is more than the name. */
  tip?: string
  /** The key with the same effect, as shown to the user. */
  label?: string
  isOn: boolean
  /** Whether another one is off while this is on. */
  isOneOfSeveral?: boolean
  onClick: () => void
}

/** An entry of a menu that is on or off; the menu stays open for the next one. */
export function SwitchItem({ icon, text, tip, label = '', isOn, isOneOfSeveral = false, onClick }: Props): ReactNode {
  return (
    <MenuItem
      role={isOneOfSeveral ? 'menuitemradio' : 'menuitemcheckbox'}
      aria-checked={isOn}
      icon={icon}
      text={text}
      data-tip={tip}
      labelElement={
        <span className="switch-item">
          {label}
          {isOn ? <Tick /> : <Blank />}
        </span>
      }
      shouldDismissPopover={false}
      onClick={onClick}
    />
  )
}
