import './DensitySwitch.css'
import { Grid, List } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

/** How a list of files is shown: pictures beside each other, or one file a row. */
export type Density = 'cards' | 'rows'

interface Props {
  density: Density
  /** Words for the switch and for its two sides. */
  words: Readonly<Record<Density | 'switch', string>>
  onChange: (density: Density) => void
}

/** Switches between cards and rows. */
export function DensitySwitch({ density, words, onChange }: Props): ReactNode {
  const side = (value: Density, icon: React.JSX.Element): ReactNode => (
    <IconButton icon={icon} label={words[value]} pressed={density === value} onClick={() => onChange(value)} />
  )
  return (
    <div className="density-switch" role="group" aria-label={words.switch}>
      {side('cards', <Grid />)}
      {side('rows', <List />)}
    </div>
  )
}
