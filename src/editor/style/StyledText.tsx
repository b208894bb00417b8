import './StyledText.css'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { parseMarkup } from '#core/subtitle/markup.ts'
import type { TextStyle } from '#core/subtitle/styled.ts'

/** A text as its tags mean it. It lies over the field with the tags, and is gone while somebody types there. */
export const StyledText = memo(function StyledText({ text }: { text: string }): ReactNode {
  const { runs, align } = parseMarkup(text)
  return (
    <span className="styled-text" aria-hidden>
      {align !== undefined && align !== 2 && <span className="styled-align">{arrows[align]}</span>}
      {runs.map((run, at) =>
        run.kind === 'text' ? (
          <span key={at} style={cssOf(run.style)}>
            {run.text}
          </span>
        ) : null,
      )}
    </span>
  )
})

/** Where on the picture a text stands, as on a numeric keypad. */
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
    // The letters keep the row's own colour: white or yellow would not be read on a light page.
    ...(color !== undefined && { boxShadow: `inset 0 -2px ${color}` }),
  }
}
