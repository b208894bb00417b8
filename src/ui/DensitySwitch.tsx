import './DensitySwitch.css'
import { Grid, List } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

/** Look of a list of files: cards side by side, or one row per file. */
export type Density = 'cards' | 'rows'

interface Props {
  density: Density
  /** Texts of the switch and of its two options. */
  words: Readonly<Record<Density | 'switch', string>>
  onChange: (density: Density) => void
}

/** Switches a list between cards and rows. */
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
