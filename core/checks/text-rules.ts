import { balanceText, joinRows } from '../subtitle/text/balance.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { parseMarkup, visibleParts, writeMarkup } from '../subtitle/text/markup.ts'
import { hasDrawing } from '../subtitle/cue/typeset.ts'
import type { Fix, Limits, CueContext, Rule, Values } from './rule.ts'
import { changeWords } from './text-faults.ts'

const FOUND: Values = {}

const withText = (cue: Cue, text: string): Fix | undefined =>
  text === cue.text ? undefined : { cues: [{ ...cue, text }] }

export const noSubtitle: Rule = {
  severity: 'error',
  check: ({ cue, text }) => (text.plain.trim() === '' && !hasDrawing(cue.text) ? FOUND : undefined),
  fix: () => 'remove',
}

export const markup: Rule = {
  severity: 'warning',
  check: ({ faults }) => (faults.markup ? FOUND : undefined),
  fix: ({ cue }) => withText(cue, writeMarkup(parseMarkup(cue.text))),
}

export const whitespace: Rule = {
  severity: 'hint',
  check: ({ faults }) => (faults.whitespace ? FOUND : undefined),
  fix: ({ cue }) =>
    withText(
      cue,
      changeWords(cue.text, (words) =>
        words
          .replace(/[ \t\u00a0]{2,}|\t/g, ' ')
          .replace(/ ?\n[ \n]*/g, '\n')
          .replace(/(?<=[\p{L}\p{N}]) (?=[.,](?:\s|$))/gu, ''),
      ).trim(),
    ),
}

export const ellipsis: Rule = {
  severity: 'hint',
  check: ({ faults }) => (faults.ellipsis ? FOUND : undefined),
  fix: ({ cue }) =>
    withText(
      cue,
      changeWords(cue.text, (words) => words.replace(/\.{3,}|\. \. \./g, '…')),
    ),
}

export const italics: Rule = {
  severity: 'warning',
  check: ({ faults }) => (faults.italics ? FOUND : undefined),
  fix: ({ cue }) => withText(cue, cue.text.replace(/<\/?i>/gi, '')),
}

function codePointName(glyph: string): string {
  return `U+${(glyph.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
}

export const glyph: Rule = {
  severity: 'warning',
  check({ faults: { glyph } }) {
    return glyph === undefined ? undefined : { glyph, code: codePointName(glyph) }
  },
}

/** Marks with a breaking space before them, or none; « » likewise. Times, addresses and smileys are exceptions. */
const BREAKING =
  /(?<=[\p{L}\p{N}».")\]…%€])[ \t]?(?=[;!?]+(?:[\s»")\]…]|$)|:(?:\s|$))|[ \t](?=»)|(?<=«)[ \t]|(?<=«)(?=[^\s\u00a0\u202f])|(?<=[^\s\u00a0\u202f«])(?=»)/gmu
const NO_BREAK = '\u00a0'

export const noBreak: Rule = {
  severity: 'hint',
  check({ text: { plain } }, { spacedMarks }) {
    if (!spacedMarks || !MAYBE.test(plain)) return undefined
    return plain.search(BREAKING) < 0 ? undefined : FOUND
  },
  fix: ({ cue, text: { plain } }) => withText(cue, unbroken(cue.text, plain)),
}

/** The text with these spaces inserted, possibly inside tags: each position is found in the text without tags. */
function unbroken(text: string, plain: string): string {
  const parts = visibleParts(text)
  let out = text
  for (const { 0: blank, index } of [...plain.matchAll(BREAKING)].reverse()) {
    let before = 0
    const part = parts.find(({ seen }) => (before += seen.length) > index)
    if (!part) continue
    const at = part.raw + index - (before - part.seen.length)
    out = out.slice(0, at) + NO_BREAK + out.slice(at + blank.length)
  }
  return out
}

/** A cheap test: most texts have none of the marks. */
const MAYBE = /[;:!?«»]/

/** A dash at the beginning of a line, with or without tags before it, and the space after it. */
const LEADING_DASH = /^((?:<[^<>\n]*>|\{[^{}\n]*\})*[ \t]*[-\u2010-\u2013]) ?(?=\S)/gm
/** The dash alone, also a long one before a capital letter: printed dialogue of two speakers. */
const SPEAKER_DASH = /^((?:<[^<>\n]*>|\{[^{}\n]*\})*[ \t]*)(?:[-\u2010-\u2013]|\u2014(?=\s?\p{Lu}))(?=\s?\S)/gmu

export const dashSign: Rule = {
  severity: 'hint',
  check({ faults: { dash, dashSigns } }, { dashSign: wanted }) {
    const other = wanted === '' || dash === 'none' ? undefined : [...dashSigns].find((sign) => sign !== wanted)
    return other === undefined ? undefined : { found: other, wanted }
  },
  fix: ({ cue }, { dashSign: wanted }) => withText(cue, cue.text.replace(SPEAKER_DASH, `$1${wanted}`)),
}

export const dialogueDash: Rule = {
  severity: 'hint',
  check({ faults }, { dash }) {
    const found = faults.dash
    if (found === 'none' || found === dash || (dash === 'consistent' && found !== 'mixed')) return undefined
    return FOUND
  },
  fix: ({ cue }, { dash }) => withText(cue, cue.text.replace(LEADING_DASH, dash === 'space' ? '$1 ' : '$1')),
}

export const hiBrackets: Rule = {
  severity: 'hint',
  check: ({ faults }) => (faults.roundBrackets ? FOUND : undefined),
  fix: ({ cue }) =>
    withText(
      cue,
      changeWords(cue.text, (words) => words.replace(/^([ \t]*)\(([^()]*)\)([ \t]*)$/gm, '$1[$2]$3')),
    ),
}

export const numbers: Rule = {
  severity: 'hint',
  check({ faults: { digits } }) {
    return digits === undefined ? undefined : { number: digits }
  },
}

/** Letters that a line may have: in teletext a colour takes one of them. */
function roomOf({ cue }: CueContext, { lineLength, colourCost }: Limits): number {
  return colourCost > 0 && cue.text.includes('<font') ? lineLength - colourCost : lineLength
}

function tooLong(context: CueContext, limits: Limits): number {
  const { text } = context
  const lines = limits.lineCounting === 'fullWidths' ? text.lineFullWidths : text.lineCharacters
  let longest = 0
  for (const length of lines) if (length > longest) longest = length
  return longest > roomOf(context, limits) ? longest : 0
}

/** The text rewrapped. A text with markup is not: a tag belongs to the line that it was set in. */
function rewrap({ cue, text, faults }: CueContext, limits: Limits): Fix | undefined {
  if (text.plain !== cue.text || faults.dash !== 'none') return undefined
  const unspaced = /^(?:zh|ja|th)/.test(limits.language)
  const counting = limits.lineCounting === 'fullWidths' ? 'fullWidths' : 'characters'
  return withText(cue, balanceText(joinRows(cue.text, unspaced), limits.lineLength, unspaced, counting))
}

export const lineLength: Rule = {
  severity: 'warning',
  check(context, limits) {
    const longest = tooLong(context, limits)
    return longest > 0 ? { length: longest, max: roomOf(context, limits) } : undefined
  },
  fix: rewrap,
}

export const lineCount: Rule = {
  severity: 'warning',
  check: ({ text }, { maxLines }) =>
    text.lines.length > maxLines ? { lines: text.lines.length, max: maxLines } : undefined,
  fix: rewrap,
}
