import type { Problem } from './problem.ts'

/** Line feed, carriage return. Only these end a line: U+2028 and U+0085 are text. */
export const LF = 10
export const CR = 13

/** The end of the line that starts at `from` (its line end, or the end of the text). */
export function lineEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) break
  }
  return at
}

/** The start of the line after the one that ends at `end`: CRLF is one line end. */
export function nextLine(text: string, end: number): number {
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1
}

/** The text's lines with their numbers from 1, without their ends. */
export function* numberedLines(text: string): Generator<[number, string]> {
  let number = 0
  for (let from = 0; from <= text.length;) {
    const end = lineEnd(text, from)
    yield [++number, text.slice(from, end)]
    if (end >= text.length) return
    from = nextLine(text, end)
  }
}

/** A problem per line with a NUL: it has no meaning in any format, and databases refuse it. */
export function nulProblems(text: string): Problem[] {
  if (!text.includes('\0')) return []
  const problems: Problem[] = []
  for (const [line, content] of numberedLines(text)) {
    if (content.includes('\0')) problems.push({ line, kind: 'control_characters', text: content })
  }
  return problems
}

/** Every line end as LF. */
export function withLf(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
