import { Classes } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** A filled outline, and one drawn with the toolkit's stroke of 2 px. */
interface Drawing {
  readonly solid?: string
  readonly line?: string
}

const blockLeft = (width: number): string => `M1 4h${width - 1}v8H1a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z`
const blockRight = (width: number): string =>
  `M${16 - width} 4h${width - 1}a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h${1 - width}Z`

/** Icons of actions on cues and shot changes, in a square of 16 px: blocks are cues, a triangle is the playhead. */
const drawings = {
  align_rows: { line: 'M2 2h12M2 14h12', solid: 'M1 6h14v4H1Z' },
  block: { solid: blockLeft(10), line: 'M13 2v12' },
  bridge: { solid: blockLeft(5) + blockRight(5), line: 'M6.5 8h3' },
  compress: { solid: `${blockLeft(4)}M4 7h3V4.5L10.5 8 7 11.5V9H4ZM12 4h1.5v8H12ZM14.5 4H16v8h-1.5Z` },
  follow_rows: { line: 'M1 3h7M1 8h7M1 13h7M12.5 2v10M10 10l2.5 3 2.5-3' },
  insert_above: { solid: 'M1 11h14v3H1Z', line: 'M8 2v6M5 5h6' },
  insert_below: { solid: 'M1 2h14v3H1Z', line: 'M8 8v6M5 11h6' },
  lines_only: { solid: 'M0 9h5v5H0ZM11 9h5v5h-5Z', line: 'M2.5 6c2-4.5 8-4.5 10.5-1M13.5 1.5V5H10' },
  merge: {
    solid: `${blockLeft(3)}${blockRight(3)}M3 7h1.5V4.5L7.5 8l-3 3.5V9H3ZM13 7h-1.5V4.5L8.5 8l3 3.5V9H13Z`,
  },
  play_line: { solid: 'M6 5l5 3-5 3Z', line: 'M1 2.5h14v11H1Z' },
  play_rows: { solid: 'M8 3l8 5-8 5Z', line: 'M1 4h5M1 8h5M1 12h5' },
  ripple: { solid: blockLeft(5), line: 'M7.5 4.5 11 8l-3.5 3.5M11.5 4.5 15 8l-3.5 3.5' },
  roll: { solid: 'M0 2h6v6H0ZM10 2h6v6h-6ZM3 13l3-2.5V12h4v-1.5l3 2.5-3 2.5V14H6v1.5Z', line: 'M8 1v8' },
  roll_up: { solid: 'M8 0l4 4.5H9V8H7V4.5H4Z', line: 'M2 10.5h12M2 14.5h12' },
  seek_rows: { solid: 'M8 0h8l-4 4.5Z', line: 'M12 4v11M1 6h6M1 10h6M1 14h6' },
  set_end: { solid: 'M8 0h8l-4 4.5ZM1 6h9v7H1a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Z', line: 'M12 4v11' },
  set_start: { solid: 'M0 0h8L4 4.5ZM6 6h9a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H6Z', line: 'M4 4v11' },
  shift: { solid: `M0 7h3V4.5L7 8l-4 3.5V9H0Z${blockRight(8)}` },
  shot_add: { solid: 'M6 3.5 10 8l-4 4.5L2 8Z', line: 'M6 1v14M13 9.5v5M10.5 12h5' },
  shot_remove: { solid: 'M6 3.5 10 8l-4 4.5L2 8Z', line: 'M6 1v14M11 12h4' },
  shot_to_playhead: { solid: 'M4 4l4 4-4 4-4-4ZM8 7h2V4.5L13.5 8 10 11.5V9H8Z', line: 'M15 1v14' },
  snap_end: { line: 'M11 2h2v12h-2M8 6v4M5 4v8M2 6.5v3' },
  snap_start: { line: 'M5 2H3v12h2M8 6v4M11 4v8M14 6.5v3' },
  split: { solid: blockLeft(5) + blockRight(5), line: 'M8 1v14' },
  stretch: { solid: 'M3 8l3.5-3.5V7h3V4.5L13 8l-3.5 3.5V9h-3v2.5Z', line: 'M1 2v12M15 2v12' },
} satisfies Record<string, Drawing>

export type SubtitleIconName = keyof typeof drawings

/** The icon of an action on subtitles, in the sizes of the toolkit: 16 or 20 px. */
export function SubtitleIcon({ name, size = 16 }: { name: SubtitleIconName; size?: 16 | 20 }): ReactNode {
  const { solid, line }: Drawing = drawings[name]
  return (
    <span className={Classes.ICON} aria-hidden>
      <svg viewBox="0 0 16 16" width={size} height={size} data-icon={name}>
        {solid && <path d={solid} />}
        {line && (
          <path
            d={line}
            fill="none"
            stroke="currentcolor"
            strokeWidth={2}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )}
      </svg>
    </span>
  )
}
