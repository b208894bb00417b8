import type { ProfileId } from '../domain/profiles.ts'
import { type FrameRate, framesToMs, halfSecondFrames } from '../domain/frames.ts'
import type { Counting, Limits, RuleId } from './rule.ts'

/** A value for every language; the longest matching tag wins (`zh-tw` before `zh`), else `default`. */
export type ByLanguage<T> = { readonly default: T } & Readonly<Record<string, T>>

/** A delivery guide as data. Gaps and chains in frames count at the video's rate. */
export interface Profile {
  readonly id: ProfileId
  /** Proper name, the same in every language. */
  readonly name: string
  readonly gap: { readonly ms: number } | { readonly frames: number }
  /** Gaps below this are closed: milliseconds, or half a second in frames. */
  readonly chainBelow: number | 'half_second'
  readonly minDuration: ByLanguage<number>
  readonly maxDuration: number
  readonly minPerWord: number
  readonly maxLines: number
  readonly lineLength: ByLanguage<number>
  /** Letters of a line that a colour takes. */
  readonly colourCost?: number
  readonly cps: ByLanguage<number>
  readonly wpm: number
  /** Frames before a shot change at which an out time may be, the preferred one first; by default two. */
  readonly shotOutFrames?: Limits['shotOutFrames']
  readonly dash: ByLanguage<Limits['dash']>
  /** The dash character before speakers; any by default. */
  readonly dashSign?: ByLanguage<string>
  readonly rules: readonly RuleId[]
  /** Languages in which a rule does not apply, or the only ones in which it does. */
  readonly except?: Partial<Record<RuleId, readonly string[]>>
  readonly only?: Partial<Record<RuleId, readonly string[]>>
}

const basic: readonly RuleId[] = ['line_time_error', 'no_subtitle', 'sequence_time_error']
const layout: readonly RuleId[] = ['markup', 'whitespace', 'glyph', 'line_length', 'line_count']
const speed: readonly RuleId[] = ['min_gap', 'min_duration', 'max_duration', 'cps']
const netflixText: readonly RuleId[] = [
  'ellipsis',
  'italics',
  'no_break',
  'dash_sign',
  'dialogue_dash',
  'hi_brackets',
  'numbers',
]
const shots: readonly RuleId[] = ['shot_in', 'shot_out', 'chain_gap']

/** The product's own numbers, for general readers, not from a guide. */
const cuelane: Profile = {
  id: 'cuelane',
  name: 'Cuelane',
  gap: { ms: 1 },
  chainBelow: 0,
  minDuration: { default: 500 },
  maxDuration: 10_000,
  minPerWord: 0,
  maxLines: 3,
  lineLength: { default: 50, zh: 24, ja: 24, ko: 24, th: 45 },
  cps: { default: 25, zh: 14, ja: 10, ko: 16 },
  wpm: 0,
  dash: { default: 'consistent' },
  rules: [...basic, 'markup', 'no_break', 'cps', 'line_length', 'line_count', 'max_duration', 'min_duration'],
}

/**
 * Netflix Timed Text Style Guide, subtitles of programmes for adults. "General" and "Timing" are its pages of general
 * requirements and timing guidelines; other sections are on the languages' pages.
 */
const netflix: Profile = {
  id: 'netflix',
  name: 'Netflix',
  // Timing, "Frame gap": two frames at every rate. Chains: gaps from three frames to half a second become two frames.
  gap: { frames: 2 },
  chainBelow: 'half_second',
  // General, "Duration": five sixths of a second to seven seconds. Japanese, "Duration": from half a second.
  minDuration: { default: 833, ja: 500 },
  maxDuration: 7000,
  minPerWord: 0,
  // General, "Line treatment".
  maxLines: 2,
  // "Character limitation". Japanese: 13 full widths in horizontal lines. Chinese, Korean: full widths too.
  lineLength: { default: 42, ja: 13, ko: 16, ru: 39, th: 35, zh: 16 },
  // "Reading speed limits", adult programmes.
  cps: { default: 17, ar: 20, en: 20, hi: 22, ja: 4, ko: 12, zh: 9 },
  wpm: 0,
  // Timing, "Timing to shot changes": two frames before it.
  shotOutFrames: [2],
  // "Dual speakers": a hyphen with or without a space. Languages without a rule are only kept consistent.
  dash: {
    default: 'consistent',
    ...inLanguages('space', 'ar bg cs es fr hu id it ko ms pl pt ro ru sk th vi'),
    ...inLanguages('no_space', 'da de el en fi he hr nb nl no sr sv tr uk zh'),
  },
  // "Dual speakers": a hyphen in every language.
  dashSign: { default: '-' },
  rules: [...basic, ...layout, ...speed, ...netflixText, ...shots],
  // Scripts without a slanted form; Japanese keeps no fixed gap and chains nothing.
  only: { italics: ['ar', 'he', 'hi', 'ko', 'th', 'zh'], numbers: ['en'] },
  except: { min_gap: ['ja'], chain_gap: ['ja'] },
}

/** Japanese, "SDH": 16 full widths a line. The other languages have the same lines as in subtitles. */
const netflixSdhLines: Profile['lineLength'] = { ...netflix.lineLength, ja: 16 }

/** BBC Subtitle Guidelines; the numbers of the sections are theirs. */
const bbc: Profile = {
  id: 'bbc',
  name: 'BBC',
  // 4.5 Gaps: at least a second between subtitles, or none.
  gap: { ms: 0 },
  chainBelow: 1000,
  // 4.1 Target minimum timing: 0.3 s a word, 160 to 180 words a minute. No longest time is given.
  minDuration: { default: 300 },
  maxDuration: 10_000,
  minPerWord: 300,
  wpm: 180,
  cps: { default: 25 },
  // 3.1 Line length: 37 letters of equal width. 3.3 Avoid 3 lines or more.
  lineLength: { default: 37 },
  maxLines: 2,
  // 6.1 Match subtitles to shot: a subtitle's last frame is the shot's. Tools that count the last frame as the out time
  // write one frame before the change.
  shotOutFrames: [0, 1],
  // As written in the guide's examples.
  dash: { default: 'space' },
  dashSign: { default: '-' },
  rules: [...basic, ...layout, 'chain_gap', 'min_duration', 'wpm', 'dash_sign', 'dialogue_dash', 'shot_out'],
}

export const profiles: Readonly<Record<ProfileId, Profile>> = {
  cuelane,
  netflix,
  'netflix-children': {
    ...netflix,
    id: 'netflix-children',
    name: 'Netflix (children)',
    // "Reading speed limits", children's programmes.
    cps: { default: 13, ar: 17, en: 17, hi: 18, ja: 4, ko: 9, zh: 7 },
  },
  'netflix-sdh': {
    ...netflix,
    id: 'netflix-sdh',
    name: 'Netflix (SDH)',
    lineLength: netflixSdhLines,
    // "SDH", reading speed of adult programmes.
    cps: { default: 20, ar: 23, en: 20, hi: 25, ja: 7, ko: 14, zh: 11 },
  },
  'netflix-children-sdh': {
    ...netflix,
    id: 'netflix-children-sdh',
    name: 'Netflix (children, SDH)',
    lineLength: netflixSdhLines,
    // "SDH", reading speed of children's programmes.
    cps: { default: 17, ar: 20, en: 17, hi: 20, ja: 7, ko: 11, zh: 9 },
  },
  bbc,
  'bbc-vertical': {
    ...bbc,
    id: 'bbc-vertical',
    name: 'BBC (9:16)',
    // 3.1: about 25 letters fit into 90 % of an upright picture. 3.3: three lines if the picture has room.
    lineLength: { default: 25 },
    maxLines: 3,
    rules: bbc.rules.filter((rule) => rule !== 'shot_out'),
  },
  // Rows: 40 places (EBU Tech 3264, MNC); the controls that begin and end a box leave 37, a colour takes one more
  // (ETSI EN 300 706, 12.2). The EBU sets no times and no reading speed: those are usual for European broadcasters.
  'ebu-teletext': {
    id: 'ebu-teletext',
    name: 'EBU teletext',
    gap: { ms: 80 },
    chainBelow: 0,
    minDuration: { default: 1000 },
    maxDuration: 8000,
    minPerWord: 0,
    maxLines: 2,
    lineLength: { default: 37 },
    colourCost: 1,
    cps: { default: 20 },
    wpm: 0,
    dash: { default: 'consistent' },
    rules: [...basic, ...layout, ...speed],
  },
  // The product's profile for short upright videos: few letters per line, and no gaps between consecutive cues.
  vertical: {
    id: 'vertical',
    name: '9:16',
    gap: { ms: 0 },
    chainBelow: 0,
    minDuration: { default: 700 },
    maxDuration: 5000,
    minPerWord: 0,
    maxLines: 2,
    lineLength: { default: 24, zh: 12, ja: 12, ko: 12 },
    cps: { default: 25, zh: 12, ja: 8, ko: 14 },
    wpm: 300,
    dash: { default: 'consistent' },
    rules: [...basic, ...layout, ...speed, 'wpm'],
  },
}

/** The same value for several languages, with space-separated tags. */
function inLanguages<T>(value: T, tags: string): Record<string, T> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, value]))
}

export interface CheckOptions {
  /** A language tag such as `en` or `zh_cn`; undefined selects the profile's defaults. */
  readonly language?: string | undefined
  readonly rate?: FrameRate | undefined
  readonly duration?: number | undefined
}

const anyDash: ByLanguage<string> = { default: '' }
/** French of France has a space before ; : ! ? and inside « »; that of Canada and Switzerland mostly not. */
const spacedMarks: ByLanguage<boolean> = { default: false, fr: true, 'fr-ca': false, 'fr-ch': false }

/** Frame rate if none is given. */
const USUAL_RATE: FrameRate = { num: 25, den: 1 }

/** A profile's numbers for one language (BCP 47 or our code) and frame rate. */
export function limitsOf(profile: Profile, options: CheckOptions = {}): Limits {
  const { rate = USUAL_RATE, duration = Infinity } = options
  const language = (options.language ?? '').toLowerCase().replace('_', '-')
  const wide: Counting = /^(?:zh|ja|ko)/.test(language) ? 'fullWidths' : 'characters'
  return {
    rate,
    language,
    gap: 'ms' in profile.gap ? profile.gap.ms : framesToMs(profile.gap.frames, rate),
    gapFrames: 'frames' in profile.gap ? profile.gap.frames : 0,
    chainBelow: profile.chainBelow === 'half_second' ? framesToMs(halfSecondFrames(rate), rate) : profile.chainBelow,
    chainFrames: profile.chainBelow === 'half_second' ? halfSecondFrames(rate) : 0,
    minDuration: forLanguage(profile.minDuration, language),
    maxDuration: profile.maxDuration,
    minPerWord: profile.minPerWord,
    maxLines: profile.maxLines,
    lineLength: forLanguage(profile.lineLength, language),
    lineCounting: wide,
    colourCost: profile.colourCost ?? 0,
    cps: forLanguage(profile.cps, language),
    cpsCounting: wide,
    wpm: profile.wpm,
    shotOutFrames: profile.shotOutFrames ?? [2],
    dash: forLanguage(profile.dash, language),
    dashSign: forLanguage(profile.dashSign ?? anyDash, language),
    spacedMarks: forLanguage(spacedMarks, language),
    rules: new Set(profile.rules.filter((rule) => holds(profile, rule, language))),
    duration,
  }
}

function forLanguage<T>(table: ByLanguage<T>, language: string): T {
  return table[language] ?? table[baseOf(language)] ?? table.default
}

/** `zh` of `zh-tw`. */
const baseOf = (language: string): string => language.replace(/-.*$/, '')

function holds(profile: Profile, rule: RuleId, language: string): boolean {
  const base = baseOf(language)
  const only = profile.only?.[rule]
  return (only ? only.includes(base) : true) && !profile.except?.[rule]?.includes(base)
}
