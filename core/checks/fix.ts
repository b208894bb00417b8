import { itemAt } from '../subtitle/text/item-at.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { rowPlace } from '../subtitle/cue/typeset.ts'
import { type CueList } from '../subtitle/cue/cue-list.ts'
import { type Change, type Patch } from '../subtitle/cue/patch.ts'
import { type ActiveRule, activeRules, checkCue } from './check.ts'
import { type Finding, type Limits, CueContext, type RuleId, TextFacts } from './rule.ts'
import { rules } from './rules.ts'

/** Why a finding stays: no fix exists, there is no room, or the fix would break another rule or change a kept cue. */
export type Left = {
  readonly finding: Finding
  readonly reason: 'no_fixer' | 'no_room' | 'breaks' | 'kept'
  readonly breaks?: RuleId
}

export interface FixResult {
  readonly patch: Patch
  readonly fixed: readonly Finding[]
  readonly left: readonly Left[]
}

export interface FixOptions {
  readonly shotChanges?: readonly number[]
  /** Rules to fix; all by default. */
  readonly only?: ReadonlySet<RuleId>
  /** Cues to fix; all by default. */
  readonly ids?: ReadonlySet<string>
  /** Cues that stay as they are, whatever their findings. */
  readonly kept?: ReadonlySet<string>
}

/**
 * Fixes what it can, rule by rule in their order and cue by cue, until a second run would change nothing. A fix that
 * would cause a new finding in the cue or a neighbour is listed instead.
 */
export function fixAll(list: CueList, limits: Limits, options: FixOptions = {}): FixResult {
  const run = new FixRun(list.cues, limits, options)
  run.untilDone()
  return { patch: patchOf(list, run.cues), fixed: run.fixed, left: run.left() }
}

/** A fix changes a cue or a neighbour, and is judged by their neighbours, which are judged by theirs. */
const SIGHT = 3

/** The cues that an attempt depended on, relative to the finding's cue. */
interface Neighbourhood {
  readonly back: number
  readonly forth: number
}

const ITSELF: Neighbourhood = { back: 0, forth: 0 }
const NEIGHBOURS: Neighbourhood = { back: 1, forth: 1 }

/** A failed fix with the number of changes at that time and the cues whose change justifies a retry. */
interface Attempt extends Neighbourhood {
  readonly after: number
  readonly left: Left
}

class FixRun {
  cues: Cue[]
  readonly fixed: Finding[] = []
  private readonly limits: Limits
  private readonly ids: ReadonlySet<string> | undefined
  private readonly kept: ReadonlySet<string>
  private readonly asked: readonly RuleId[]
  private readonly active: readonly ActiveRule[]
  private readonly shotChanges: readonly number[]
  /** By cue id, for texts that were inspected. */
  private facts: (TextFacts | undefined)[] = []
  private readonly attempts = new Map<RuleId, Map<string, Attempt>>()
  /** Findings of cues checked since they or a neighbour changed. */
  private found: (readonly Finding[] | undefined)[] = []
  /** By cue id: the number of changes when it or a neighbour last changed. */
  private changedAt: number[]
  /** Indexes of this round in order, and those near its changes, for the next round. */
  private places: number[] = []
  private nextPlaces = new Set<number>()
  private changes = 0

  constructor(cues: readonly Cue[], limits: Limits, { shotChanges = [], only, ids, kept = new Set() }: FixOptions) {
    this.cues = cues.slice()
    this.changedAt = cues.map(() => 0)
    this.limits = limits
    this.ids = ids
    this.kept = kept
    this.active = activeRules(limits)
    this.asked = this.active.map(({ id }) => id).filter((id) => only?.has(id) ?? true)
    this.shotChanges = shotChanges
  }

  /** Terminates, because every fix leaves fewer findings or fewer cues. */
  untilDone(): void {
    this.places = this.cues.map((_, at) => at)
    while (this.places.length > 0) {
      this.nextPlaces.clear()
      for (const rule of this.asked) this.pass(rule)
      this.places = [...this.nextPlaces].sort((a, b) => a - b)
    }
  }

  /** Findings without a fix, in the order of the rules. */
  left(): Left[] {
    const left: Left[] = []
    for (const rule of this.asked) {
      const attempts = this.attempts.get(rule)
      if (!attempts) continue
      for (let at = 0; at < this.cues.length; at++) {
        const attempt = attempts.get(itemAt(this.cues, at).id)
        const finding = attempt && this.findingAt(at, rule)
        if (finding) left.push({ ...attempt.left, finding })
      }
    }
    return left
  }

  private pass(rule: RuleId): void {
    const removed = new Set<number>()
    for (const at of this.places) {
      const finding = this.isAsked(at) ? this.findingAt(at, rule) : undefined
      if (!finding || this.triedInVain(finding, at)) continue
      const fixer = rules[rule].fix
      const fix = fixer?.(this.contextAt(at), this.limits)
      if (fix === 'remove') {
        removed.add(at)
        this.fixed.push(finding)
      } else if (!fix) this.leave({ finding, reason: fixer ? 'no_room' : 'no_fixer' }, NEIGHBOURS)
      else this.tryFix(finding, at, fix.cues)
    }
    if (removed.size > 0) this.remove(removed)
  }

  private isAsked(at: number): boolean {
    const { id } = itemAt(this.cues, at)
    return !this.kept.has(id) && (this.ids?.has(id) ?? true)
  }

  private triedInVain({ rule, id }: Finding, at: number): boolean {
    const attempt = this.attempts.get(rule)?.get(id)
    if (!attempt) return false
    for (let i = at - attempt.back; i <= at + attempt.forth; i++) {
      if ((this.changedAt[i] ?? 0) > attempt.after) return false
    }
    return true
  }

  private leave(left: Left, { back, forth }: Neighbourhood): void {
    const { rule, id } = left.finding
    let attempts = this.attempts.get(rule)
    if (!attempts) this.attempts.set(rule, (attempts = new Map<string, Attempt>()))
    attempts.set(id, { after: this.changes, left, back, forth })
  }

  private changed(at: number): void {
    this.changedAt[at] = ++this.changes
    const last = Math.min(this.cues.length - 1, at + SIGHT)
    for (let near = Math.max(0, at - SIGHT); near <= last; near++) this.nextPlaces.add(near)
  }

  private remove(indexes: ReadonlySet<number>): void {
    const moved = new Map<number, number>()
    for (let at = 0; at < this.cues.length; at++) {
      if (!indexes.has(at)) moved.set(at, moved.size)
      if (indexes.has(at - 1) || indexes.has(at) || indexes.has(at + 1)) this.changed(at)
    }
    const stays = (_: unknown, at: number): boolean => !indexes.has(at)
    const follow = (places: Iterable<number>): number[] =>
      [...places].map((at) => moved.get(at)).filter((at) => at !== undefined)
    // Neighbours of a removed cue have other neighbours now.
    this.found = this.cues.map((_, at) => (indexes.has(at - 1) || indexes.has(at + 1) ? undefined : this.found[at]))
    this.found = this.found.filter(stays)
    this.facts = this.cues.map((_, at) => this.facts[at]).filter(stays)
    this.cues = this.cues.filter(stays)
    this.changedAt = this.changedAt.filter(stays)
    this.places = follow(this.places)
    this.nextPlaces = new Set(follow(this.nextPlaces))
  }

  private contextAt(at: number): CueContext {
    const cue = itemAt(this.cues, at)
    let facts = this.facts[at]
    if (facts?.source !== cue.text) this.facts[at] = facts = new TextFacts(cue.text)
    return new CueContext(cue, this.cues[at - 1], this.cues[at + 1], this.shotChanges, facts)
  }

  private findingsAt(at: number): readonly Finding[] {
    return (this.found[at] ??= checkCue(this.contextAt(at), this.limits, this.active))
  }

  private findingAt(at: number, rule: RuleId): Finding | undefined {
    for (const finding of this.findingsAt(at)) if (finding.rule === rule) return finding
    return undefined
  }

  /** Applies the change, checks its cues and their neighbours, and reverts it if it breaks something. */
  private tryFix(finding: Finding, at: number, wanted: readonly Cue[]): void {
    const places = wanted.map(({ id }) => (id === finding.id ? at : this.cues[at - 1]?.id === id ? at - 1 : at + 1))
    const [first, last] = [Math.min(...places), Math.max(...places)]
    if (wanted.some(({ id }) => this.kept.has(id))) return this.leave({ finding, reason: 'kept' }, NEIGHBOURS)
    const sound = wanted.every((cue, i) => hasSoundTimes(cue, itemAt(this.cues, places[i] ?? at), this.limits.duration))
    if (!sound || wanted.some((cue, i) => this.coversAnother(cue, places[i] ?? at)))
      return this.leave({ finding, reason: 'no_room' }, NEIGHBOURS)
    const from = Math.max(0, first - 1)
    const to = Math.min(this.cues.length - 1, last + 1)
    const before = this.around(from, to)
    for (const [i, cue] of wanted.entries()) this.cues[places[i] ?? at] = cue
    for (let i = from; i <= to; i++) this.found[i] = undefined
    const broken = this.brokenSince(before, from)
    if (!broken && !this.findingAt(at, finding.rule)) {
      for (const place of places) this.changed(place)
      this.fixed.push(finding)
      return
    }
    for (const [i, { cue, found, facts }] of before.entries()) {
      this.cues[from + i] = cue
      this.found[from + i] = found
      this.facts[from + i] = facts
    }
    // A text is fixed and judged alone.
    const isText = wanted.every((cue, i) => hasTimesOf(cue, itemAt(this.cues, places[i] ?? at)))
    const reach = isText ? ITSELF : { back: at - first + 2, forth: last - at + 2 }
    this.leave(broken ? { finding, reason: 'breaks', breaks: broken.rule } : { finding, reason: 'no_room' }, reach)
  }

  /**
   * Whether a cue would overlap the nearest one in its place, past signs and rows elsewhere, which no rule looks past.
   */
  private coversAnother(cue: Cue, at: number): boolean {
    const old = itemAt(this.cues, at)
    if (hasTimesOf(cue, old)) return false
    const before = cue.start < old.start ? nearestCovered(this.cues, at, -1) : undefined
    const after = cue.end > old.end ? nearestCovered(this.cues, at, 1) : undefined
    return cue.start < (before?.end ?? -Infinity) || cue.end > (after?.start ?? Infinity)
  }

  private around(from: number, to: number): Looked[] {
    const looked: Looked[] = []
    for (let at = from; at <= to; at++) {
      const found = this.findingsAt(at)
      looked.push({ cue: itemAt(this.cues, at), found, facts: this.facts[at] })
    }
    return looked
  }

  /** The first finding that is new or worse. */
  private brokenSince(before: readonly Looked[], from: number): Finding | undefined {
    for (const [i, { found }] of before.entries()) {
      const broken = this.findingsAt(from + i).find((fault) => !found.some((old) => isNoWorse(fault, old)))
      if (broken) return broken
    }
    return undefined
  }
}

/** A cue with its cached facts. */
interface Looked {
  readonly cue: Cue
  readonly found: readonly Finding[]
  readonly facts: TextFacts | undefined
}

const hasTimesOf = (cue: Cue, old: Cue): boolean => cue.start === old.start && cue.end === old.end

/** Whether a fix keeps the times, or keeps them ordered and within the programme as far as they were. */
function hasSoundTimes(cue: Cue, old: Cue, duration: number): boolean {
  if (hasTimesOf(cue, old)) return true
  return cue.end > cue.start && cue.start >= Math.min(0, old.start) && cue.end <= Math.max(duration, old.end)
}

/** The nearest cue before or after one, `by` −1 or 1, that it would overlap. */
function nearestCovered(cues: readonly Cue[], at: number, by: -1 | 1): Cue | undefined {
  const place = rowPlace(itemAt(cues, at))
  if (place === undefined) return undefined
  for (let i = at + by; i >= 0 && i < cues.length; i += by) {
    const other = itemAt(cues, i)
    if (rowPlace(other) === place) return other
  }
  return undefined
}

/** The same finding as before, and no worse. */
function isNoWorse(fault: Finding, old: Finding): boolean {
  return fault.rule === old.rule && fault.id === old.id && badness(fault) <= badness(old)
}

/** How far a finding exceeds its limit, to compare it with itself. */
function badness({ rule, values }: Finding): number {
  const value = Number(values['cps'] ?? values['wpm'] ?? values['length'] ?? values['lines'] ?? values['overlap'] ?? 0)
  if (rule === 'min_duration') return -Number(values['duration'])
  if (rule === 'max_duration') return Number(values['duration'])
  return rule === 'min_gap' ? -Number(values['gap']) : value
}

function patchOf(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  let next = 0
  for (const [at, from] of list.cues.entries()) {
    const to = cues[next]?.id === from.id ? cues[next++] : undefined
    if (from !== to) patch.push({ id: from.id, from, to, at })
  }
  return patch
}
