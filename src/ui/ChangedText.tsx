import './ChangedText.css'
import { type ReactNode, useMemo } from 'react'
import { textDirection } from '#core/subtitle/direction.ts'
import { textChanges } from '#core/subtitle/text-changes.ts'

interface Props {
  before: string
  after: string
  /** Of both texts. */
  language?: string | undefined
}

/** A text with what changes in it: letters that go are struck out, those that come in their place follow in a colour. */
export function ChangedText({ before, after, language }: Props): ReactNode {
  const parts = useMemo(() => textChanges(inOneRow(before), inOneRow(after)), [before, after])
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
