import './KindChoice.css'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskKind } from './kind.ts'

interface Props {
  kinds: readonly TaskKind[]
  chosen: TaskKind['type'] | undefined
  /** The question. */
  label: string
  /** Whether kinds are named by result or by act. */
  words?: 'name' | 'title'
  onChoose: (type: TaskKind['type']) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Selects a kind of task by pointer or arrow keys. */
export function KindChoice({ kinds, chosen, label, words = 'title', onChoose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    const at = kinds.findIndex(({ type }) => type === chosen)
    const next = step === undefined ? undefined : (at + step + kinds.length) % kinds.length
    const kind = next === undefined ? undefined : kinds[next]
    if (!kind || next === undefined) return
    event.preventDefault()
    onChoose(kind.type)
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div className="kind-choice" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {kinds.map((kind) => (
        <button
          key={kind.type}
          type="button"
          role="radio"
          aria-checked={kind.type === chosen}
          tabIndex={kind.type === chosen ? 0 : -1}
          onClick={() => onChoose(kind.type)}
        >
          <kind.icon size={16} />
          <span>{t(kind[words])}</span>
        </button>
      ))}
    </div>
  )
}
