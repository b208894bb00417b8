import type { Cue } from '../cue/cue.ts'
import type { Problem } from '../text/problem.ts'
import type { TextStyle } from '../text/styled.ts'
import type { WordTime } from '../cue/word-times.ts'

/**
 * SubRip, WebVTT, SubStation, TTML; EBU STL, Scenarist captions, MacCaption; MicroDVD, lyrics, SBV, SAMI; words with
 * their times in JSON.
 */
export const formats = [
  'srt',
  'vtt',
  'ass',
  'ssa',
  'ttml',
  'stl',
  'scc',
  'mcc',
  'sub',
  'lrc',
  'sbv',
  'smi',
  'words',
] as const
export type Format = (typeof formats)[number]

/** File name extensions, without the dot. */
export function fileEnding(format: Format): string {
  return format === 'words' ? 'json' : format
}

const withoutMark: ReadonlySet<Format> = new Set(['stl', 'scc', 'mcc'])

/** Whether a file may begin with a byte order mark: EBU STL is no text, and readers of captions match the first line. */
export function takesByteOrderMark(format: Format | undefined): boolean {
  return format === undefined || !withoutMark.has(format)
}

/** A cue's source beyond times and text, for writing the same format again. */
export interface CueExtras {
  /** The cue's text as it was read: an edited text is written again, an unedited one as it was in the file. */
  readonly text: string
  /** The text as in the file; for TTML the paragraph, with the first of its cues. */
  readonly source: string
  readonly start: number
  readonly end: number
  /** The file's style of unmarked text: edited text is written relative to it. */
  readonly base?: { readonly style: TextStyle; readonly align: number | undefined } | undefined
  /** Word times in `text`, if the file has them. */
  readonly words?: readonly WordTime[] | undefined
  /** Format-specific fields: WebVTT's identifier and settings, ASS columns. */
  readonly fields: readonly string[]
}

/** Shared by cues without fields: it keeps thread messages short. */
export const noFields: readonly string[] = []

/**
 * Unedited parts of a file by the following cue, written back unchanged in the same format. The part before a deleted cue
 * moves to the next.
 */
export interface FormatExtras {
  readonly format: Format
  readonly head: string
  readonly before: ReadonlyMap<string, string>
  readonly tail: string
  readonly cues: ReadonlyMap<string, CueExtras>
}

/** A subtitle file as it was read. */
export interface SubtitleFile {
  readonly format: Format
  readonly cues: Cue[]
  readonly problems: Problem[]
  readonly extras: FormatExtras
  /** The speaker of a cue, if the file names one voice for the whole of it. */
  readonly speakers: ReadonlyMap<string, string>
}

/** Whether a format has styles to draw with. */
export const hasOwnStyles = (format: Format | null): boolean => format === 'ass' || format === 'ssa'

const extensions: Record<string, Format> = {
  srt: 'srt',
  vtt: 'vtt',
  webvtt: 'vtt',
  ass: 'ass',
  ssa: 'ssa',
  ttml: 'ttml',
  dfxp: 'ttml',
  xml: 'ttml',
  itt: 'ttml',
  imsc: 'ttml',
  stl: 'stl',
  scc: 'scc',
  mcc: 'mcc',
  sub: 'sub',
  lrc: 'lrc',
  sbv: 'sbv',
  smi: 'smi',
  sami: 'smi',
  json: 'words',
}

/** The format of a file name's extension; undefined for others. */
export function formatOfName(name: string): Format | undefined {
  return extensions[/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
}

/** Extensions of MPL2 and TMPlayer, which become WebVTT; their text may be in any file. */
const playerText = /\.(?:mpl2?|tmp)$/i

/** Whether a file name's extension is of subtitles. */
export function isSubtitleName(name: string): boolean {
  return formatOfName(name) !== undefined || playerText.test(name)
}

/** The format by the first lines: names are often wrong. */
export function formatOfText(text: string): Format | undefined {
  const head = text.slice(0, 16_384)
  if (/^\uFEFF?WEBVTT/.test(head)) return 'vtt'
  if (/^[ \t]*\[(?:script info|v4\+? styles|events)\]/im.test(head) || /^[ \t]*Dialogue:\s/m.test(head)) {
    return /^[ \t]*(?:ScriptType:[ \t]*v4\.00[ \t]*$|\[v4 styles\])/im.test(text.slice(0, 65_536)) ? 'ssa' : 'ass'
  }
  if (/<(?:\w+:)?tt[\s>]/.test(head)) return 'ttml'
  const first = signs.find(([, sign]) => sign.test(head))
  if (first) return first[0]
  if (/-->/.test(head)) return 'srt'
  return rows.find(([, row]) => row.test(head))?.[0]
}

/** Signatures of formats; EBU STL is given as bytes. */
const signs: readonly [Format, RegExp][] = [
  ['scc', /^\uFEFF?\s*Scenarist_SCC/i],
  ['mcc', /^\uFEFF?\s*File Format=MacCaption_MCC/i],
  ['stl', /^[A-Za-z0-9+/]{4}U1RM[A-Za-z0-9+/]{1000}/],
  ['smi', /^\uFEFF?\s*<SAMI[\s>]/i],
  ['sub', /^\uFEFF?\s*\{(?:\d+|DEFAULT)\}\{/i],
]

/** A row unique to one format. */
const rows: readonly [Format, RegExp][] = [
  ['sbv', /^\d+:\d\d:\d\d\.\d{1,3},\d+:\d\d:\d\d\.\d{1,3}[ \t]*$/m],
  ['lrc', /^\uFEFF?(?:\[[a-z#]+:[^\]\n]*\]\s*)*\[\d+:\d\d(?:[.:]\d{1,3})?\]/im],
]

/** Whether cues are the original file's, in its order. */
export function isUnchanged(cues: readonly Cue[], extras: FormatExtras): boolean {
  if (cues.length !== extras.cues.size) return false
  let at = 0
  for (const [id, was] of extras.cues) {
    const cue = cues[at++]
    if (!cue || cue.id !== id || cue.text !== was.text || cue.start !== was.start || cue.end !== was.end) return false
  }
  return true
}

/** The part before a deleted cue moves to the next cue or the tail. */
export function piecesInOrder(
  cues: readonly Cue[],
  extras: FormatExtras,
): { before: (id: string) => string; tail: string } {
  if (extras.before.size === 0) return { before: () => '', tail: extras.tail }
  const kept = new Set(cues.map((cue) => cue.id))
  const moved = new Map<string, string>()
  let pending = ''
  for (const [id, text] of extras.before) {
    if (!kept.has(id)) pending = joinPieces(pending, text)
    else if (pending) {
      moved.set(id, joinPieces(pending, text))
      pending = ''
    }
  }
  return {
    before: (id) => moved.get(id) ?? extras.before.get(id) ?? '',
    tail: joinPieces(pending, extras.tail),
  }
}

function joinPieces(a: string, b: string): string {
  return a && b ? `${a}\n\n${b}` : a || b
}
