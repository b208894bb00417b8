import { SAID, sentenceRanges } from '../subtitle/text/sentence-ranges.ts'
import { labelledRow, speakerNames } from '../subtitle/text/speaker-labels.ts'

/** A sentence to be spoken. */
export interface ScriptSentence {
  readonly text: string
  /** The name as written; empty without one. */
  readonly speaker: string
  /** Row of the text in which it starts, from 1. */
  readonly row: number
}

/** Text of a script that is not spoken. */
export interface ScriptNote {
  readonly kind: 'scene' | 'direction'
  readonly text: string
  readonly row: number
}

/** A script: its spoken sentences, and notes between them. */
export interface Script {
  readonly sentences: readonly ScriptSentence[]
  readonly notes: readonly ScriptNote[]
  /** Names in order of first appearance. */
  readonly speakers: readonly string[]
}

interface Row {
  readonly text: string
  readonly number: number
  readonly isScene: boolean
}

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const PLACE = /^(?:\d+[A-Z]?\.?\s+)?(?:INT|EXT|INT\.?\s*\/\s*EXT|EXT\.?\s*\/\s*INT|I\/E|EST)[.\s]/
const TRANSITION = /^(?:FADE (?:IN|OUT)\b.*|[^\p{Ll}]*\bTO:|THE END\.?|CONTINUED:?|\(CONTINUED\))$/u
const WHOLE_BRACKETS = /^(?:\[[^\]]*\]|【[^】]*】|［[^］]*］)[.:]?$/
const UNDERLINE = /^(?:={3,}|-{3,})$/
const RULE = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,}|={3,})$/
/** Square brackets always are directions; round ones only in a script with speakers or scenes. */
const SQUARE = /\[[^[\]]*\]|【[^【】]*】|［[^［］]*］/g
const ROUND = /\([^()]*\)|（[^（）]*）/g
const CUE_NAME = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u
/** What screenplays add to a name, such as off screen or continued. */
const CUE_BRACKETS = /\s*\([^)]*\)\s*\^?$/
const LONGEST_NAME = 40
const MOST_NAME_WORDS = 4
/** Rows of this length continue in the next one: the text was broken to a width. */
const WRAPPED = 45
const WRAPPED_UNSPACED = 20
const ENDS = /[.!?…。！？؟۔।][\s"'”’»」』）)\]]*$/u
const UNSPACED_EDGE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、-〿！-～]/u

/**
 * Reads plain or Markdown text as a script: names before colons (`ANNA: …`) or on separate rows, scene headings (`INT.
 * …`, `# …`, `[…]`) and directions in brackets.
 */
export function readScript(text: string): Script {
  const rows = rowsOf(text)
  const isName = speakerNames(
    rows.map((row) => row.text),
    boldNames(text),
  )
  const cues = cueRows(rows)
  const hasPlaces = rows.some((row) => PLACE.test(row.text))
  const isScreenplay = cues.size >= 2 || (cues.size > 0 && hasPlaces)
  const labelled = rows.some((row) => !row.isScene && isName(labelledRow(row.text)))
  const reader = new ScriptReader(isScreenplay || labelled || rows.some(({ isScene }) => isScene))
  for (const [at, row] of rows.entries()) {
    if (row.text === '') {
      reader.endParagraph()
      if (isScreenplay) reader.endSpeech()
    } else if (row.isScene) reader.scene(row)
    else if (isScreenplay && cues.has(at)) reader.name(row.text.replace(CUE_BRACKETS, '').trim())
    else {
      const label = labelledRow(row.text)
      if (isName(label)) {
        reader.name(label.name)
        if (label.rest !== '') reader.speech({ ...row, text: label.rest })
      } else if (isScreenplay && !reader.speaks) reader.direction(row)
      else reader.speech(row)
    }
  }
  return reader.end()
}

/** Numbered rows without Markdown syntax. */
function rowsOf(text: string): Row[] {
  const plain = text.replace(/^\uFEFF/, '')
  const rows = withoutComments(plain).split(/\r\n|\n|\r|\u2028|\u2029/)
  return rows.map((written, at) => {
    const bare = written.trim().replace(/^(?:>\s*)+/, '')
    const heading = HEADING.exec(bare)
    const isUnderlined = bare !== '' && !UNDERLINE.test(bare) && UNDERLINE.test(rows[at + 1]?.trim() ?? '')
    if (RULE.test(bare)) return { text: '', number: at + 1, isScene: false }
    const row = withoutMarks(heading?.[1] ?? bare)
    const isScene = heading !== null || isUnderlined || isSceneRow(row)
    return { text: row, number: at + 1, isScene: isScene && row !== '' }
  })
}

/** A text without Markdown comments, which keeps the number of rows. */
function withoutComments(text: string): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at)
    if (end < 0) break
    out += text.slice(from, at) + text.slice(at, end).replace(/[^\n]/g, '')
    from = end + 3
  }
  return out + text.slice(from)
}

const isSceneRow = (row: string): boolean => PLACE.test(row) || TRANSITION.test(row) || WHOLE_BRACKETS.test(row)

/** A row as read aloud: without emphasis, link addresses, images, tags and list markers. */
function withoutMarks(row: string): string {
  return row
    .replace(/^[*+•]\s+/, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]+)\]\([^()\s]+(?:\s+"[^"()]*")?\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\*\*(?=\S)([^*]*[^\s*])\*\*/g, '$1')
    .replace(/__(?=\S)([^_]*[^\s_])__/g, '$1')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!>-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Names in bold before a colon: if there are any, bold marks speakers. */
function boldNames(text: string): string[] {
  return [...text.matchAll(/^[\s>]*(?:\*\*|__)([^*_:：\n]{1,40})(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])/gm)].map(
    ([, name = '']) => name.trim(),
  )
}

/** Rows with only a name in capitals, directly above its text. */
function cueRows(rows: readonly Row[]): Set<number> {
  const found = new Set<number>()
  const lettered = rows.filter(({ text, isScene }) => !isScene && /\p{L}{2}/u.test(text))
  const mixed = lettered.filter(({ text }) => /\p{Ll}/u.test(text))
  if (mixed.length * 3 < lettered.length) return found
  for (const [at, { text, isScene }] of rows.entries()) {
    if (isScene || (at > 0 && rows[at - 1]?.text !== '' && !rows[at - 1]?.isScene)) continue
    const next = rows[at + 1]
    if (!next || next.text === '' || next.isScene) continue
    const name = text.replace(CUE_BRACKETS, '').trim()
    if (name.length > LONGEST_NAME || name.split(' ').length > MOST_NAME_WORDS) continue
    if (CUE_NAME.test(name) && !/[.!?:,;…]$/.test(name) && /\p{Lu}{2}|^\p{Lu}$/u.test(name)) found.add(at)
  }
  return found
}

/** Joins rows to paragraphs and divides these into sentences. */
class ScriptReader {
  private readonly sentences: ScriptSentence[] = []
  private readonly notes: ScriptNote[] = []
  private readonly speakers = new Set<string>()
  private readonly roundIsDirection: boolean
  private speaker = ''
  /** Whether the current speaker continues. */
  speaks = false
  private open: Row[] = []

  constructor(roundIsDirection: boolean) {
    this.roundIsDirection = roundIsDirection
  }

  name(name: string): void {
    this.endParagraph()
    this.speaker = name
    this.speaks = true
  }

  scene({ text, number }: Row): void {
    this.endParagraph()
    this.speaker = ''
    this.speaks = false
    this.notes.push({ kind: 'scene', text: text.replace(/^[[【［]\s*|\s*[\]】］][.:]?$/g, ''), row: number })
  }

  direction({ text, number }: Row): void {
    this.endParagraph()
    this.notes.push({ kind: 'direction', text, row: number })
  }

  speech(row: Row): void {
    const take = (text: string, brackets: RegExp): string =>
      text.replace(brackets, (found) => {
        const inside = found.slice(1, -1).trim()
        if (inside !== '') this.notes.push({ kind: 'direction', text: inside, row: row.number })
        return ' '
      })
    const square = take(row.text, SQUARE)
    const isAlone = /^(?:\([^()]*\)|（[^（）]*）)$/.test(square.trim())
    const said = this.roundIsDirection || isAlone ? take(square, ROUND) : square
    const text = said
      .replace(/\s+/g, ' ')
      .replace(/\s+([,.!?;:…])/g, '$1')
      .trim()
    if (!SAID.test(text)) return
    if (this.open.length > 0 && !goesOn(this.open.at(-1)?.text ?? '', text)) this.endParagraph()
    this.open.push({ ...row, text })
  }

  endSpeech(): void {
    this.speaker = ''
    this.speaks = false
  }

  endParagraph(): void {
    let text = ''
    const starts: { at: number; number: number }[] = []
    for (const row of this.open) {
      const isJoined = UNSPACED_EDGE.test(text.slice(-1)) && UNSPACED_EDGE.test(row.text.slice(0, 1))
      if (text !== '' && !isJoined) text += ' '
      starts.push({ at: text.length, number: row.number })
      text += row.text
    }
    this.open = []
    if (text === '') return
    if (this.speaker !== '') this.speakers.add(this.speaker)
    for (const { from, to } of sentenceRanges(text)) {
      const sentence = text.slice(from, to).trim()
      const row = starts.findLast(({ at }) => at <= from)?.number ?? 1
      if (SAID.test(sentence)) this.sentences.push({ text: sentence, speaker: this.speaker, row })
    }
  }

  end(): Script {
    this.endParagraph()
    return { sentences: this.sentences, notes: this.notes, speakers: [...this.speakers] }
  }
}

/** Whether a row continues in the next one: it was broken to a width, or the next starts in lower case. */
function goesOn(before: string, after: string): boolean {
  if (ENDS.test(before)) return true
  if (/^["'“‘«(]?\p{Ll}/u.test(after) || /[,;:、，；：–—-]$/u.test(before)) return true
  return before.length >= (UNSPACED_EDGE.test(before) ? WRAPPED_UNSPACED : WRAPPED)
}
