import { activeEvents, BOX_STYLE, steadyRows } from './active-words.ts'
import { ASS_COLUMNS, STYLE_COLUMNS } from '../formats/ass/columns.ts'
import { type FileStyles, writeFileAss } from '../formats/ass/drawn.ts'
import { assTime, writeAssText } from '../formats/ass/write.ts'
import { toAssColor } from '../text/ass-text.ts'
import { pairCues } from '../cue/bilingual.ts'
import type { BurnStyle, secondPlaces, WordLook } from './burn-style.ts'
import { LossList } from '../formats/convert.ts'
import type { Cue } from '../cue/cue.ts'
import { fittedRows, type RowRoom } from '../text/fitted-rows.ts'
import { fontPieces } from '../text/fonts.ts'
import { parseMarkup } from '../text/markup.ts'
import { spokenWords } from '../cue/spoken-words.ts'
import { hasDrawing } from '../cue/typeset.ts'
import type { WordsOf } from '../cue/word-times.ts'

/** What subtitles are drawn with. */
export interface BurnLook {
  /** The picture's size in pixels. */
  readonly width: number
  readonly height: number
  readonly style: BurnStyle
  /** A product language; selects East Asian glyph variants. */
  readonly language: string
  /** A local font in place of the style's, for all scripts. */
  readonly font?: string | undefined
}

/**
 * The ASS script that draws cues, for both the player and burning in. A file's own styles and positions override the
 * look.
 */
export function writeBurnAss(cues: readonly Cue[], look: BurnLook, styles?: FileStyles, words?: WordsOf): string {
  if (styles) return writeFileAss(cues, styles, look.language)
  const losses = new LossList()
  const { words: active } = look.style
  if (active) {
    const lines = cues.flatMap((cue, index) => activeLine(cue, index, { look, active, words, losses }))
    return [...headOf(look), ...lines, ''].join('\n')
  }
  const events = cues.map((cue, index) => {
    const fitted = fittedRows(cue.text, roomOf(look, letterHeight(look)))
    const text = withStyle(writeAssText(fitted.text, index, losses, { keeps: 'srt' }), look)
    const smaller = fitted.size < letterHeight(look) ? `{\\fs${fitted.size}}` : ''
    return `Dialogue: 0,${assTime(cue.start)},${assTime(cue.end)},Default,,0,0,0,,${placeOf(cue, look)}${smaller}${text}`
  })
  return [...headOf(look), ...events, ''].join('\n')
}

interface ActiveParts {
  readonly look: BurnLook
  readonly active: WordLook
  readonly words: WordsOf | undefined
  readonly losses: LossList
}

/** The events of a cue with an active word; a drawing is unchanged. */
function activeLine(cue: Cue, index: number, { look, active, words, losses }: ActiveParts): string[] {
  const spoken = hasDrawing(cue.text) ? [] : spokenWords(cue, words?.(cue))
  const room = roomOf(look, letterHeight(look))
  const fitted = fittedRows(cue.text, active.effect === 'pop' ? narrower(room, active.scale) : room)
  const isGrowing = active.effect === 'pop'
  const rows = isGrowing
    ? steadyRows(fitted.text, { ...room, size: fitted.size, width: room.width * SURE }, active.scale)
    : fitted.text
  const smaller = fitted.size < letterHeight(look) ? `{\\fs${fitted.size}}` : ''
  const write = (text: string): string => withStyle(writeAssText(text, index, losses, { keeps: 'srt' }), look)
  const lead = placeOf(cue, look) + smaller
  if (spoken.length === 0)
    return [`Dialogue: 0,${assTime(cue.start)},${assTime(cue.end)},Default,,0,0,0,,${lead}${write(rows)}`]
  return activeEvents({ cue, rows, words: spoken, look: active, color: look.style.color, lead, write })
}

/** Letter widths are averages: rows that libass must not break keep this margin. */
const SURE = 0.94

/** Room for a grown word. */
const narrower = (room: RowRoom, scale: number): RowRoom => ({ ...room, width: (room.width * 100) / scale })

/** A second version shown with the first. */
export interface SecondText {
  readonly cues: readonly Cue[]
  /** A product language. */
  readonly language: string
  readonly place: (typeof secondPlaces)[number]
  /** Height of its letters in percent of the first version's. */
  readonly size: number
}

/** The script that draws two versions together, at the exact times of the first's cues. */
export function writeBilingualAss(cues: readonly Cue[], second: SecondText, look: BurnLook): string {
  const losses = new LossList()
  const small = Math.max(6, Math.round((letterHeight(look) * second.size) / 100))
  const drawn = (text: string, index: number, of: BurnLook, size: number) => {
    const fitted = fittedRows(text, roomOf(of, size))
    const isUsual = fitted.size === letterHeight(look)
    return {
      text: withStyle(writeAssText(fitted.text, index, losses, { keeps: 'srt' }), of),
      style: isUsual ? '\\r' : `\\r\\fs${fitted.size}`,
    }
  }
  const events = pairCues(cues, second.cues).map((pair, index) => {
    const others = pair.second.map(({ text }) => text).join('\n')
    const own = pair.first ? [drawn(pair.first.text, index, look, letterHeight(look))] : []
    const other = others && drawn(others, index, { ...look, language: second.language }, small)
    const rows = second.place === 'below' ? [...own, other] : [other, ...own]
    // Each row restarts with the style: nothing carries over.
    const text = rows.flatMap((row) => (row ? [`{${row.style}}${row.text}`] : [])).join('\\N')
    const place = pair.first ? placeOf(pair.first, look) : ''
    return `Dialogue: 0,${assTime(pair.start)},${assTime(pair.end)},Default,,0,0,0,,${place}${text}`
  })
  return [...headOf(look), ...events, ''].join('\n')
}

/** Height of a row in pixels. */
function letterHeight({ width, height, style }: BurnLook): number {
  return Math.max(8, Math.round((Math.min(width, height) * style.size) / 100))
}

function roomOf({ width, height, style }: BurnLook, size: number): RowRoom {
  const margin = Math.round((height * style.margin.x) / 100)
  return { width: Math.max(1, width - 2 * margin), size, face: style }
}

/** A cue that explicitly has the default position, in a style with another one. */
function placeOf({ text }: Cue, { style }: BurnLook): string {
  return style.align !== 2 && text.includes('\\an2') && parseMarkup(text).align === 2 ? '{\\an2}' : ''
}

function headOf(look: BurnLook): string[] {
  const { width, height, style, font = style.font } = look
  const size = letterHeight(look)
  const share = (percent: number): number => Math.round(size * percent) / 100
  const [marginX, marginY] = [style.margin.x, style.margin.y].map((percent) => Math.round((height * percent) / 100))
  const isBox = style.edge === 'box'
  // libass draws one box behind the whole subtitle as style 4, padded by the shadow's depth.
  const edge = isBox ? [4, 0, share(BOX_PADDING)] : [1, share(style.outline.width), share(style.shadow)]
  const back = isBox ? assColor(style.box.color, 1 - style.box.opacity / 100) : assColor('#000000', 0.25)
  const colors = [assColor(style.color), assColor(style.color), assColor(style.outline.color), back]
  const flags = [style.bold ? -1 : 0, 0, 0, 0]
  const columns = [
    ...['Default', font, size, ...colors, ...flags, 100, 100, 0, 0],
    ...[...edge, style.align, marginX, marginX, marginY, BY_LETTERS],
  ]
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    `Format: ${STYLE_COLUMNS}`,
    `Style: ${columns.join(',')}`,
    ...(style.words?.effect === 'box' ? [`Style: ${boxed(columns, share(WORD_PADDING)).join(',')}`] : []),
    '',
    '[Events]',
    `Format: ${ASS_COLUMNS}`,
  ]
}

/** The same style with an opaque box behind the letters (style 3 of libass), as far around them as its outline is wide. */
function boxed(columns: readonly (string | number | undefined)[], padding: number): typeof columns {
  const names = STYLE_COLUMNS.split(/,\s*/)
  const own: Record<string, string | number> = { Name: BOX_STYLE, BorderStyle: 3, Outline: padding, Shadow: 0 }
  return columns.map((value, at) => own[names[at] ?? ''] ?? value)
}

/** Padding of a word's box, in percent of the size. */
const WORD_PADDING = 6

/** Encoding of a style with automatic row direction. */
const BY_LETTERS = -1

/** Padding of the letters' box, in percent of their size. */
const BOX_PADDING = 16

/** `&HAABBGGRR` of `#rrggbb`; `clear` is 0 for opaque, 1 for invisible. */
function assColor(rgb: string, clear = 0): string {
  const alpha = Math.round(clear * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()
  return `&H${alpha}${toAssColor(rgb).slice(2, 8)}`
}

/**
 * Names the family of each piece that the style's lacks, so that no machine substitutes one. After bold the style's
 * weight returns.
 */
function withStyle(text: string, look: BurnLook): string {
  return text.replaceAll(/\{[^}]*\}|[^{]+/g, (part) =>
    part.startsWith('{') ? part.replace('\\b0', '\\b') : setFonts(part, look),
  )
}

function setFonts(text: string, { style: { font }, language, font: other }: BurnLook): string {
  if (other !== undefined) return text
  return fontPieces(text, { family: font, language })
    .map((piece) => (piece.family === undefined ? piece.text : `{\\fn${piece.family}}${piece.text}{\\fn${font}}`))
    .join('')
}

/** The cues that are on screen in a range of the video, at times counted from its start; milliseconds. */
export function cuesOfClip(cues: readonly Cue[], fromMs: number, toMs: number): Cue[] {
  return cues
    .filter(({ start, end }) => start < toMs && end > fromMs)
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start - fromMs), end: Math.min(toMs, cue.end) - fromMs }))
}
