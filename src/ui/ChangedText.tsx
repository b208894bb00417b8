import './ChangedText.css'
import { type ReactNode, useMemo } from 'react'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { type TextChange, textChanges } from '#core/subtitle/text/text-changes.ts'

interface Props {
  before: string
  after: string
  /** Language of both texts. */
  language?: string | undefined
  /** For one row of space: the text is cut shortly before its first change. */
  isNearChange?: boolean
  /** One of both texts alone, beside the other. */
  side?: 'before' | 'after'
}

/** A text with its changes: removed letters are struck out, inserted ones follow in a colour. */
export function ChangedText({ before, after, language, isNearChange = false, side }: Props): ReactNode {
  const parts = useMemo(() => {
    const changes = textChanges(inOneRow(before), inOneRow(after))
    return isNearChange ? nearChange(changes) : changes
  }, [before, after, isNearChange])
  return (
    <span className="changed-text" dir={textDirection(`${before}${after}`, language)}>
      {parts.map(({ kind, text }, at) => {
        if (kind === (side === 'after' ? 'out' : side === 'before' ? 'in' : undefined)) return null
        if (kind === 'out') return <del key={at}>{text}</del>
        return kind === 'in' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>
      })}
    </span>
  )
}

/** A visible sign for a row break, since a change may consist of that alone. */
const inOneRow = (text: string): string => text.replaceAll('\n', ' ↵ ')

/** Shortens the text before the first change to its last words. */
function nearChange(changes: readonly TextChange[]): readonly TextChange[] {
  const [first, ...others] = changes
  if (first?.kind !== 'same' || others.length === 0 || first.text.length <= LONGEST_BEFORE) return changes
  const at = first.text.indexOf(' ', first.text.length - LONGEST_BEFORE / 2)
  return at < 0 ? changes : [{ kind: 'same', text: `…${first.text.slice(at)}` }, ...others]
}

/** In UTF-16 units. */
const LONGEST_BEFORE = 60
