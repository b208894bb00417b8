/** What every format can say about a stretch of text. */
export interface TextStyle {
  readonly italic: boolean
  readonly bold: boolean
  readonly underline: boolean
  readonly strike: boolean
  /** `#rrggbb`, or a colour's name as it was written. */
  readonly color: string | undefined
}

/** A stretch of text with one style, or code of one format that no other format has an equal for. */
export type TextRun =
  | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle }
  | { readonly kind: 'code'; readonly of: CodeKind; readonly code: string }

/** ASS override blocks and comments, ASS drawings, WebVTT tags, TTML ruby. */
export type CodeKind = 'ass' | 'drawing' | 'vtt'

/** A cue's text apart from any format's way to write it. `align` counts like a numeric keypad: 2 bottom, 8 top. */
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

/** Collects spans; text with the same style that follows itself becomes one span. */
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

/** How a format that nests tags opens and closes one property. */
export interface TagWriter {
  open(property: keyof TextStyle, style: TextStyle): string
  close(property: keyof TextStyle): string
  text(text: string): string
  code(span: TextRun & { kind: 'code' }): string
}

const order: readonly (keyof TextStyle)[] = ['color', 'bold', 'italic', 'underline', 'strike']

/** Properly nested tags around the spans: a tag that ends inside another closes and opens that one again. */
export function writeNested(spans: readonly TextRun[], writer: TagWriter): string {
  let out = ''
  let open: { property: keyof TextStyle; value: TextStyle[keyof TextStyle] }[] = []
  for (const span of spans) {
    if (span.kind === 'code') {
      out += writer.code(span)
      continue
    }
    const firstGone = open.findIndex(({ property, value }) => span.style[property] !== value)
    if (firstGone >= 0) {
      for (const { property } of open.slice(firstGone).reverse()) out += writer.close(property)
      open = open.slice(0, firstGone)
    }
    for (const property of order) {
      const value = span.style[property]
      if (!value || open.some((tag) => tag.property === property)) continue
      out += writer.open(property, span.style)
      open.push({ property, value })
    }
    out += writer.text(span.text)
  }
  for (const { property } of open.reverse()) out += writer.close(property)
  return out
}

/** The text alone, as a viewer reads it. */
export function textOfRuns(spans: readonly TextRun[]): string {
  let out = ''
  for (const span of spans) if (span.kind === 'text') out += span.text
  return out
}
