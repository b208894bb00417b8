import './ChangeList.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import { ChangedText } from '#src/ui/ChangedText.tsx'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useNotation } from '../context/use-editor.ts'

const ROW_PX = 56

/** A line that the change affects. */
export interface ChangedLine {
  readonly key: string
  /** Number of the line; undefined if it is not in the open version. */
  readonly number: number | undefined
  readonly before: Cue
  /** Undefined for a removed line; equal to `before` if nothing changes. */
  readonly after: Cue | undefined
  /** Why it changes, or where it is. */
  readonly about: string
  readonly language: string | undefined
}

interface Props {
  lines: readonly ChangedLine[]
  /** Keys of lines to leave unchanged. */
  left: ReadonlySet<string>
  onLeave: (left: ReadonlySet<string>) => void
  label: string
}

/** Shows a change of many lines: a row each, with the differing letters and a checkbox to leave it out. */
export function ChangeList({ lines, left, onLeave, label }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const count = lines.reduce((sum, { key }) => sum + (left.has(key) ? 0 : 1), 0)
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    onLeave(next)
  }
  return (
    <div className="change-list">
      <div className="change-list-head">
        <Checkbox
          inline
          checked={count === lines.length}
          indeterminate={count > 0 && count < lines.length}
          label={t('changes_all')}
          onChange={() => onLeave(new Set(count === lines.length ? lines.map(({ key }) => key) : []))}
        />
        <span className="editor-gap" />
        <span className="muted" role="status">
          {t('changes_chosen', { n: count, count: lines.length })}
        </span>
      </div>
      <VirtualList
        items={lines}
        rowHeight={ROW_PX}
        keyOf={({ key }) => key}
        label={label}
        render={(line) => <Line line={line} isChosen={!left.has(line.key)} onToggle={() => toggle(line.key)} />}
      />
    </div>
  )
}

function Line({ line, isChosen, onToggle }: { line: ChangedLine; isChosen: boolean; onToggle: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const { number, before, after, about, language } = line
  const isMoved = after !== undefined && (after.start !== before.start || after.end !== before.end)
  const name = t('change_of', { n: number ?? about })
  return (
    // A click anywhere in the row toggles its checkbox.
    <div
      className={isChosen ? 'change-line' : 'change-line change-line-left'}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('label')) onToggle()
      }}
    >
      <Checkbox inline checked={isChosen} onChange={onToggle} aria-label={name} />
      <span className="finding-number">{number}</span>
      <span className="change-line-body">
        <span className="change-line-about">
          <span className="change-line-time">
            {isMoved ? (
              <ChangedText before={writeSpan(before, notation)} after={writeSpan(after, notation)} />
            ) : (
              writeSpan(before, notation)
            )}
          </span>
          <span className="ellipsis muted">{about}</span>
        </span>
        <span className="ellipsis" dir={textDirection(before.text, language)}>
          <ChangedText before={before.text} after={after?.text ?? ''} language={language} isNearChange />
        </span>
      </span>
    </div>
  )
}
