import './ChangedText.css'
import { type ReactNode, useMemo } from 'react'
import { textDirection } from '#core/subtitle/direction.ts'
import { type TextChange, textChanges } from '#core/subtitle/text-changes.ts'

interface Props {
  before: string
  after: string
  /** Of both texts. */
  language?: string | undefined
  /** Where there is room for one row: it begins shortly before the first change. */
  isNearChange?: boolean
}

/** A text with what changes in it: letters that go are struck out, those that come in their place follow in a colour. */
export function ChangedText({ before, after, language, isNearChange = false }: Props): ReactNode {
  const parts = useMemo(() => {
    const changes = textChanges(inOneRow(before), inOneRow(after))
    return isNearChange ? nearChange(changes) : changes
  }, [before, after, isNearChange])
  return (
    <span className="changed-text" dir={textDirection(`${before}${after}`, language)}>
      {parts.map(({ kind, text }, at) => {
        if (kind === 'out') return <del key={at}>{text}</del>
        return kind === 'in' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>
      })}
    </span>
  )
}

/** A change may be nothing but where a row ends: that is a sign too. */
const inOneRow = (text: string): string => text.replaceAll('\n', ' ↵ ')

/** What comes before the first change is shortened to its last words. */
function nearChange(changes: readonly TextChange[]): readonly TextChange[] {
  const [first, ...others] = changes
  if (first?.kind !== 'same' || others.length === 0 || first.text.length <= LONGEST_BEFORE) return changes
  const at = first.text.indexOf(' ', first.text.length - LONGEST_BEFORE / 2)
  return at < 0 ? changes : [{ kind: 'same', text: `…${first.text.slice(at)}` }, ...others]
}

/** In UTF-16 units. */
const LONGEST_BEFORE = 60
