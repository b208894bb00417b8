import type { Cue } from '../subtitle/cue.ts'
import { textStatistics, type TextStatistics } from '../subtitle/statistics.ts'
import { isTypeset, wouldCover } from '../subtitle/typeset.ts'
import type { FrameRate } from '../domain/frames.ts'
import { findTextFaults, type TextFaults } from './text-faults.ts'

/** In the order in which fixes are tried: what stands first makes sense of what follows. */
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

/** `error`: the file can't be delivered. `warning`: a rule of the profile. `hint`: worth a look. */
export type Severity = 'error' | 'warning' | 'hint'

/** How letters are counted: all with blanks, all without, or full widths (any other letter one half). */
export type Counting = 'characters' | 'charactersWithoutBlanks' | 'fullWidths'

/** A profile's numbers for one language and frame rate. Times in ms. */
export interface Limits {
  readonly rate: FrameRate
  readonly language: string
  /** Least space between two cues. Where the profile counts frames: the least that is enough wherever frames begin. */
  readonly gap: number
  /** The same in frames, which then decide; 0 where the profile counts milliseconds. */
  readonly gapFrames: number
  /** Spaces shorter than this are closed to the gap; 0 where the profile has no such rule. */
  readonly chainBelow: number
  /** The same in frames; 0 where the profile counts milliseconds. */
  readonly chainFrames: number
  readonly minDuration: number
  readonly maxDuration: number
  /** Also needed for every word; 0 where not asked. */
  readonly minPerWord: number
  readonly maxLines: number
  readonly lineLength: number
  readonly lineCounting: Counting
  /** Places of a row that a colour takes: one in teletext. */
  readonly colourCost: number
  readonly cps: number
  readonly cpsCounting: Counting
  /** 0 where the profile does not count words. */
  readonly wpm: number
  /** Frames before a shot change at which an out time near it may stand; a fix puts it at the first. */
  readonly shotOutFrames: readonly [wanted: number, ...others: number[]]
  readonly dash: 'space' | 'no_space' | 'consistent'
  /** The letter that speakers' dashes are; empty where any will do. */
  readonly dashSign: string
  /** Whether ; : ! ? and « » keep a blank that no line breaks at. */
  readonly spacedMarks: boolean
  readonly rules: ReadonlySet<RuleId>
  /** End of the programme; Infinity while it is not known. */
  readonly duration: number
}

/** What rules ask about a text, found when it is first asked for. */
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

/** A cue among its neighbours: all that a rule may look at, so that a change of one line concerns three. */
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

  /** Whether the cue is set into the picture, so that the rules of dialogue say nothing of its times. */
  get isTypeset(): boolean {
    return (this.typeset ??= isTypeset(this.cue))
  }

  /** The previous cue, where the two would cover each other. */
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

/** Numbers and words that the explanation shows: what was found and what is allowed. */
export type Values = Readonly<Record<string, number | string>>

/** What a fixer wants instead: changed cues out of the place's three, or the cue gone. */
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

/** The message of the catalogue `checks` that says a finding: gaps have one for milliseconds and one for frames. */
export type FindingMessage =
  `finding_${RuleId}` | `finding_${'min_gap' | 'chain_gap'}_frames` | 'finding_shot_out_with_shot'

/** The key of a finding's message; its values fill the message's holes. */
export function findingMessage({ rule, values }: Finding): FindingMessage {
  if (rule === 'shot_out' && values['wanted'] === 0) return 'finding_shot_out_with_shot'
  if (rule === 'min_gap' || rule === 'chain_gap')
    return `finding_${rule}${values['unit'] === 'frames' ? '_frames' : ''}`
  return `finding_${rule}`
}
