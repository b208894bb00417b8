/** Styles common to all formats. */
export interface TextStyle {
  readonly italic: boolean
  readonly bold: boolean
  readonly underline: boolean
  readonly strike: boolean
  /** `#rrggbb`, or a colour name as written. */
  readonly color: string | undefined
}

/** A piece of text with one style, or code of one format without equivalent in others. */
export type TextRun =
  | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle }
  | { readonly kind: 'code'; readonly of: CodeKind; readonly code: string }

/** ASS override blocks and comments, ASS drawings, WebVTT tags, TTML ruby. */
export type CodeKind = 'ass' | 'drawing' | 'vtt'

/** A cue's text independent of format. `align` is as on a numeric keypad: 2 bottom, 8 top. */
export interface Styled {
  readonly runs: readonly TextRun[]
  readonly align: number | undefined
}

export const plainStyle: TextStyle = {
  italic: false,
  bold: false,
  underline: false,
  strike: false,
  color: undefined,
}

/** Collects text runs; adjacent equal styles merge. */
export class TextRunList {
  readonly runs: TextRun[] = []
  style: TextStyle = plainStyle

  text(text: string): void {
    if (text === '') return
    const last = this.runs.at(-1)
    if (last?.kind === 'text' && sameStyle(last.style, this.style)) {
      this.runs[this.runs.length - 1] = { ...last, text: last.text + text }
    } else {
      this.runs.push({ kind: 'text', text, style: this.style })
    }
  }

  code(of: CodeKind, code: string): void {
    this.runs.push({ kind: 'code', of, code })
  }
}

/** Whether two styles look the same. */
export function sameStyle(a: TextStyle, b: TextStyle): boolean {
  return (
    a === b ||
    (a.italic === b.italic &&
      a.bold === b.bold &&
      a.underline === b.underline &&
      a.strike === b.strike &&
      a.color === b.color)
  )
}

/** How a format with nested tags opens and closes a property. */
export interface TagWriter {
  open(property: keyof TextStyle, style: TextStyle): string
  close(property: keyof TextStyle): string
  text(text: string): string
  code(run: TextRun & { kind: 'code' }): string
}

const order: readonly (keyof TextStyle)[] = ['color', 'bold', 'italic', 'underline', 'strike']

/** Properly nested tags for the runs: overlapping tags are closed and reopened. */
export function writeNested(runs: readonly TextRun[], writer: TagWriter): string {
  let out = ''
  let open: { property: keyof TextStyle; value: TextStyle[keyof TextStyle] }[] = []
  for (const run of runs) {
    if (run.kind === 'code') {
      out += writer.code(run)
      continue
    }
    const firstGone = open.findIndex(({ property, value }) => run.style[property] !== value)
    if (firstGone >= 0) {
      for (const { property } of open.slice(firstGone).reverse()) out += writer.close(property)
      open = open.slice(0, firstGone)
    }
    for (const property of order) {
      const value = run.style[property]
      if (!value || open.some((tag) => tag.property === property)) continue
      out += writer.open(property, run.style)
      open.push({ property, value })
    }
    out += writer.text(run.text)
  }
  for (const { property } of open.reverse()) out += writer.close(property)
  return out
}

/** The visible text. */
export function textOfRuns(runs: readonly TextRun[]): string {
  let out = ''
  for (const run of runs) if (run.kind === 'text') out += run.text
  return out
}
