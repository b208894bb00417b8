import type { Cue } from '../subtitle/cue/cue.ts'
import { textStatistics, type TextStatistics } from '../subtitle/text/statistics.ts'
import { isTypeset, wouldCover } from '../subtitle/cue/typeset.ts'
import type { FrameRate } from '../domain/frames.ts'
import { findTextFaults, type TextFaults } from './text-faults.ts'

/** In the order of fixing: earlier rules are prerequisites of later ones. */
export const ruleIds = [
  'line_time_error',
  'no_subtitle',
  'markup',
  'whitespace',
  'ellipsis',
  'italics',
  'glyph',
  'no_break',
  'dash_sign',
  'dialogue_dash',
  'hi_brackets',
  'numbers',
  'line_length',
  'line_count',
  'sequence_time_error',
  'shot_in',
  'shot_out',
  'min_gap',
  'chain_gap',
  'min_duration',
  'max_duration',
  'cps',
  'wpm',
] as const
export type RuleId = (typeof ruleIds)[number]

/** `error`: the file can't be delivered. `warning`: a rule of the profile. `hint`: worth checking. */
export type Severity = 'error' | 'warning' | 'hint'

/** How letters are counted: all with spaces, all without, or full widths (any other letter one half). */
export type Counting = 'characters' | 'charactersWithoutBlanks' | 'fullWidths'

/** A profile's numbers for one language and frame rate. Times in ms. */
export interface Limits {
  readonly rate: FrameRate
  readonly language: string
  /** Least gap between two cues. For frame-based profiles: enough wherever frames begin. */
  readonly gap: number
  /** The same in frames, which then decide; 0 for profiles in milliseconds. */
  readonly gapFrames: number
  /** Gaps shorter than this are closed; 0 without such a rule. */
  readonly chainBelow: number
  /** The same in frames; 0 for profiles in milliseconds. */
  readonly chainFrames: number
  readonly minDuration: number
  readonly maxDuration: number
  /** Additional time per word; 0 if not required. */
  readonly minPerWord: number
  readonly maxLines: number
  readonly lineLength: number
  readonly lineCounting: Counting
  /** Columns of a row that a colour takes: one in teletext. */
  readonly colourCost: number
  readonly cps: number
  readonly cpsCounting: Counting
  /** 0 if the profile does not count words. */
  readonly wpm: number
  /** Frames before a shot change at which an out time near it may be; a fix uses the first. */
  readonly shotOutFrames: readonly [wanted: number, ...others: number[]]
  readonly dash: 'space' | 'no_space' | 'consistent'
  /** The dash character before speakers; empty if any is allowed. */
  readonly dashSign: string
  /** Whether ; : ! ? and « » need a non-breaking space. */
  readonly spacedMarks: boolean
  readonly rules: ReadonlySet<RuleId>
  /** End of the programme; Infinity if unknown. */
  readonly duration: number
}

/** Facts of a text that rules need, computed on demand. */
export class TextFacts {
  readonly source: string
  private counted: TextStatistics | undefined
  private found: TextFaults | undefined

  constructor(source: string) {
    this.source = source
  }

  get statistics(): TextStatistics {
    return (this.counted ??= textStatistics(this.source))
  }

  get faults(): TextFaults {
    return (this.found ??= findTextFaults(this.source, this.statistics))
  }
}

/** A cue with its neighbours: all that a rule may read, so that a change of one cue concerns three. */
export class CueContext {
  readonly cue: Cue
  readonly previous: Cue | undefined
  readonly next: Cue | undefined
  /** Shot changes in ms, in order. */
  readonly shotChanges: readonly number[]
  private readonly facts: TextFacts
  private typeset: boolean | undefined

  constructor(
    cue: Cue,
    previous: Cue | undefined,
    next: Cue | undefined,
    shotChanges: readonly number[],
    facts: TextFacts = new TextFacts(cue.text),
  ) {
    this.cue = cue
    this.previous = previous
    this.next = next
    this.shotChanges = shotChanges
    this.facts = facts
  }

  /** Whether the cue is typeset, so that dialogue rules ignore its times. */
  get isTypeset(): boolean {
    return (this.typeset ??= isTypeset(this.cue))
  }

  /** The previous cue, if the two would overlap. */
  get covered(): Cue | undefined {
    return this.previous && wouldCover(this.previous, this.cue) ? this.previous : undefined
  }

  get text(): TextStatistics {
    return this.facts.statistics
  }

  get faults(): TextFaults {
    return this.facts.faults
  }
}

/** Parameters of the explanation: found and allowed values. */
export type Values = Readonly<Record<string, number | string>>

/** The fix: changed cues among the context's three, or the cue removed. */
export type Fix = { readonly cues: readonly Cue[] } | 'remove'

export interface Rule {
  readonly severity: Severity
  readonly check: (place: CueContext, limits: Limits) => Values | undefined
  readonly fix?: (place: CueContext, limits: Limits) => Fix | undefined
}

export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  readonly id: string
  readonly values: Values
}

/** The message of the catalogue `checks` for a finding: gaps have one for milliseconds and one for frames. */
export type FindingMessage =
  | `finding_${RuleId}`
  | `finding_${'min_gap' | 'chain_gap'}_frames`
  | 'finding_shot_out_with_shot'

/** The key of a finding's message; its values are the message's parameters. */
export function findingMessage({ rule, values }: Finding): FindingMessage {
  if (rule === 'shot_out' && values['wanted'] === 0) return 'finding_shot_out_with_shot'
  if (rule === 'min_gap' || rule === 'chain_gap')
    return `finding_${rule}${values['unit'] === 'frames' ? '_frames' : ''}`
  return `finding_${rule}`
}
