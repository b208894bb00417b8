import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/Button.ts'
import { Collapse } from '#src/ui/Collapse.ts'
import { ChevronDown, ChevronRight } from '#src/ui/icons.ts'

interface Props {
  text: string
  /** Whether it is unfolded at first: where something is chosen in it. */
  startsOpen?: boolean
  children: ReactNode
}

/** Fields of a form that few need, folded away under a button. */
export function OptionsFold({ text, startsOpen = false, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <div className="options-fold">
      <Button
        variant="minimal"
        size="small"
        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
        aria-expanded={isOpen}
        text={text}
        onClick={() => setOpen(!isOpen)}
      />
      <Collapse isOpen={isOpen} transitionDuration={0}>
        {children}
      </Collapse>
    </div>
  )
}
