import './StyledText.css'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { parseMarkup, visibleRange } from '#core/subtitle/text/markup.ts'
import type { TextStyle } from '#core/subtitle/text/styled.ts'
import type { FoundMark } from '../find/found-marks.ts'

interface Props {
  text: string
  /** Matches of a search in the text. */
  marks: readonly FoundMark[] | undefined
}

/** A text styled by its tags, with search matches. */
export const StyledText = memo(function StyledText({ text, marks }: Props): ReactNode {
  if (!marks && !/[<{]/.test(text)) return text
  const { runs, align } = parseMarkup(text)
  const pieces = marksInRuns(
    runs.filter((run) => run.kind === 'text'),
    seenMarks(text, marks),
  )
  return (
    <>
      {align !== undefined && align !== 2 && <span className="styled-align" data-align={arrows[align]} />}
      {pieces.map(({ text: piece, style, mark }, at) => (
        <span key={at} style={cssOf(style)} className={mark && (mark.isCurrent ? 'found found-current' : 'found')}>
          {piece}
        </span>
      ))}
    </>
  )
})

function seenMarks(text: string, marks: readonly FoundMark[] = []): readonly FoundMark[] {
  return marks.flatMap(({ from, to, isCurrent }) => {
    const seen = visibleRange(text, from, to)
    return seen ? [{ ...seen, isCurrent }] : []
  })
}

interface Piece {
  readonly text: string
  readonly style: TextStyle
  readonly mark: FoundMark | undefined
}

/** Splits runs at marks, which are in order and disjoint. */
function marksInRuns(runs: readonly { text: string; style: TextStyle }[], marks: readonly FoundMark[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { text, style } of runs) {
    const end = at + text.length
    const start = at
    while (at < end) {
      const mark = marks.find(({ to }) => to > at)
      const isInside = mark !== undefined && mark.from <= at
      const stop = Math.min(end, mark === undefined ? end : isInside ? mark.to : mark.from)
      pieces.push({ text: text.slice(at - start, stop - start), style, mark: isInside ? mark : undefined })
      at = stop
    }
  }
  return pieces
}

/** Arrows for positions in the picture, as on a numeric keypad. */
const arrows: Readonly<Record<number, string>> = {
  1: '↙',
  3: '↘',
  4: '←',
  5: '•',
  6: '→',
  7: '↖',
  8: '↑',
  9: '↗',
}

function cssOf({ italic, bold, underline, strike, color }: TextStyle): CSSProperties {
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ')
  return {
    ...(italic && { fontStyle: 'italic' }),
    ...(bold && { fontWeight: 700 }),
    ...(lines && { textDecorationLine: lines }),
    // Letters keep the row's colour: white or yellow would be unreadable on a light page.
    ...(color !== undefined && { boxShadow: `inset 0 -2px ${color}` }),
  }
}
