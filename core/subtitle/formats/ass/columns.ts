/** The columns of a Dialogue line, from its Format line, and the index of some. */
export interface Columns {
  readonly names: readonly string[]
  readonly count: number
  readonly start: number
  readonly end: number
  readonly style: number
  readonly name: number
  readonly effect: number
}

export const ASS_COLUMNS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
export const SSA_COLUMNS = 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
export const STYLE_COLUMNS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

/** The columns named by a Format line. The text is last: it takes the rest, commas included. */
export function columnsOf(format: string): Columns {
  const names = namesOf(format)
  const at = (name: string) => names.indexOf(name)
  return {
    names,
    count: names.length,
    start: at('start'),
    end: at('end'),
    style: at('style'),
    name: Math.max(at('name'), at('actor')),
    effect: at('effect'),
  }
}

/** The names in a Format line, in lower case. */
export const namesOf = (format: string): string[] => format.split(',').map((name) => name.trim().toLowerCase())

/** The event columns of a file, by the Format line before its first cue; `standard` without one. */
export function eventColumns(head: string, standard: string): Columns {
  const events = /^[ \t]*\[events\]/im.exec(head)
  const format = events && /^[ \t]*Format:([^\n]*)/im.exec(head.slice(events.index))
  return columnsOf(format?.[1] ?? standard)
}
