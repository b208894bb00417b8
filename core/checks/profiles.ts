import { type FrameRate, framesToMs, halfSecondFrames } from '../timing/frames.ts'
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
  readonly minDuration: number
  readonly maxDuration: number
  readonly minPerWord: number
  readonly maxLines: number
  readonly lineLength: ByLanguage<number>
  /** Letters of a line that a colour takes. */
  readonly colourCost?: number
  readonly cps: ByLanguage<number>
  readonly wpm: number
  readonly dash: ByLanguage<Limits['dash']>
  readonly rules: readonly RuleId[]
  /** Languages in which a rule does not apply, or the only ones in which it does. */
  readonly except?: Partial<Record<RuleId, readonly string[]>>
  readonly only?: Partial<Record<RuleId, readonly string[]>>
}

export const profileIds = [
  'cuelane',
  'netflix',
  'netflix-children',
  'netflix-sdh',
  'bbc',
  'bbc-vertical',
  'ebu-teletext',
  'vertical',
] as const
export type ProfileId = (typeof profileIds)[number]

const basic: readonly RuleId[] = ['line_time_error', 'no_subtitle', 'sequence_time_error']
const layout: readonly RuleId[] = ['markup', 'whitespace', 'glyph', 'line_length', 'line_count']
const speed: readonly RuleId[] = ['min_gap', 'min_duration', 'max_duration', 'cps']
const netflixText: readonly RuleId[] = ['ellipsis', 'italics', 'dialogue_dash', 'hi_brackets', 'numbers']
const shots: readonly RuleId[] = ['shot_in', 'shot_out', 'chain_gap']

/** Netflix Timed Text Style Guide: general requirements, timing, and the pages of the languages. */
const netflix: Profile = {
  id: 'netflix',
  name: 'Netflix',
  gap: { frames: 2 },
  chainBelow: 'half_second',
  minDuration: 833,
  maxDuration: 7000,
  minPerWord: 0,
  maxLines: 2,
  lineLength: { default: 42, ja: 23, th: 35, ko: 16, zh: 16 },
  cps: { default: 17, ar: 20, en: 20, hi: 22, ja: 4, ko: 12, zh: 9 },
  wpm: 0,
  dash: { default: 'consistent', en: 'no_space' },
  rules: [...basic, ...layout, ...speed, ...netflixText, ...shots],
  // Scripts without a slanted form; Japanese keeps no fixed gap and chains nothing.
  only: { italics: ['ar', 'he', 'hi', 'ko', 'th', 'zh'], numbers: ['en'] },
  except: { min_gap: ['ja'], chain_gap: ['ja'] },
}

export const profiles: Readonly<Record<ProfileId, Profile>> = {
  cuelane: {
    id: 'cuelane',
    name: 'Cuelane',
    gap: { ms: 1 },
    chainBelow: 0,
    minDuration: 500,
    maxDuration: 10_000,
    minPerWord: 0,
    maxLines: 3,
    lineLength: { default: 50, zh: 24, ja: 24, ko: 24, th: 45 },
    cps: { default: 25, zh: 14, ja: 10, ko: 16 },
    wpm: 0,
    dash: { default: 'consistent' },
    rules: [...basic, 'markup', 'cps', 'line_length', 'line_count', 'max_duration', 'min_duration'],
  },
  netflix,
  'netflix-children': {
    ...netflix,
    id: 'netflix-children',
    name: 'Netflix (children)',
    cps: { default: 13, ar: 17, en: 17, hi: 18, ja: 4, ko: 9, zh: 7 },
  },
  'netflix-sdh': {
    ...netflix,
    id: 'netflix-sdh',
    name: 'Netflix (SDH)',
    cps: { default: 20, ar: 23, en: 20, hi: 25, ja: 7, ko: 14, zh: 11 },
  },
  // BBC Subtitle Guidelines: 160 to 180 words a minute, 0.3 s a word, spaces under a second are closed.
  bbc: {
    id: 'bbc',
    name: 'BBC',
    gap: { ms: 0 },
    chainBelow: 1000,
    minDuration: 300,
    maxDuration: 10_000,
    minPerWord: 300,
    maxLines: 2,
    lineLength: { default: 37 },
    cps: { default: 25 },
    wpm: 180,
    dash: { default: 'space' },
    rules: [...basic, ...layout, 'chain_gap', 'min_duration', 'wpm', 'dialogue_dash', 'shot_out'],
  },
  'bbc-vertical': {
    id: 'bbc-vertical',
    name: 'BBC (9:16)',
    gap: { ms: 0 },
    chainBelow: 1000,
    minDuration: 300,
    maxDuration: 10_000,
    minPerWord: 300,
    maxLines: 3,
    lineLength: { default: 25 },
    cps: { default: 25 },
    wpm: 180,
    dash: { default: 'space' },
    rules: [...basic, ...layout, 'chain_gap', 'min_duration', 'wpm', 'dialogue_dash'],
  },
  // A teletext row has 40 places; the controls leave 37, one less with a colour.
  'ebu-teletext': {
    id: 'ebu-teletext',
    name: 'EBU teletext',
    gap: { ms: 80 },
    chainBelow: 0,
    minDuration: 1000,
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
  // Short upright videos: few letters a line, lines that follow each other without a gap.
  vertical: {
    id: 'vertical',
    name: '9:16',
    gap: { ms: 0 },
    chainBelow: 0,
    minDuration: 700,
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

export interface CheckOptions {
  /** A language tag such as `en` or `zh_cn`; undefined takes the profile's defaults. */
  readonly language?: string | undefined
  readonly rate?: FrameRate | undefined
  readonly duration?: number | undefined
}

/** Rate that frames count at where none is given. */
const USUAL_RATE: FrameRate = { num: 25, den: 1 }

/** A profile's numbers for one language (BCP 47 or our code) and frame rate, in ms. */
export function limitsOf(profile: Profile, options: CheckOptions = {}): Limits {
  const { rate = USUAL_RATE, duration = Infinity } = options
  const language = (options.language ?? '').toLowerCase().replace('_', '-')
  const wide: Counting = /^(?:zh|ja|ko)/.test(language) ? 'fullWidths' : 'characters'
  return {
    rate,
    language,
    gap: 'ms' in profile.gap ? profile.gap.ms : framesToMs(profile.gap.frames, rate),
    chainBelow: profile.chainBelow === 'half_second' ? framesToMs(halfSecondFrames(rate), rate) : profile.chainBelow,
    minDuration: profile.minDuration,
    maxDuration: profile.maxDuration,
    minPerWord: profile.minPerWord,
    maxLines: profile.maxLines,
    lineLength: forLanguage(profile.lineLength, language),
    lineCounting: wide,
    colourCost: profile.colourCost ?? 0,
    cps: forLanguage(profile.cps, language),
    cpsCounting: wide,
    wpm: profile.wpm,
    shotOutGap: 2,
    dash: forLanguage(profile.dash, language),
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
