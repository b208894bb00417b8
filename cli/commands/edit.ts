import { fixAll, type Left } from '#core/checks/fix.ts'
import { type CueList, cueList, positionOf } from '#core/subtitle/cue/cue-list.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, type ReadBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { applyPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { allowed, planShift, type ShiftFault, type ShiftScope } from '#core/timing/shift.ts'
import { fitDurations } from '#core/timing/durations.ts'
import { snapToFrames } from '#core/timing/gaps.ts'
import { fixOverlaps } from '#core/timing/overlaps.ts'
import { splitLongCues } from '#core/timing/split.ts'
import type { Outcome, TimingRules } from '#core/timing/rules.ts'
import { changeFrameRate, placeLines, pointSync } from '#core/timing/sync.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { dialogueTimes, matchTimes, type TimeMatch } from '#core/media/match-times.ts'
import { speechOf } from '../sound.ts'
import { expandInputs, type Input, type ReadFlags, readInput } from '../inputs.ts'
import { printable, say, usage } from '../messages.ts'
import { deliver, targetFor, type WriteFlags } from '../outputs.ts'
import { explain, tell, tellLosses, tellProblems } from '../report.ts'
import { numberValue, pointValue, rateValue, ruleChoice, type RuleFlags, timeValue, timingRules } from '../values.ts'

type EditFlags = ReadFlags & WriteFlags

interface Opened {
  readonly input: Input
  readonly file: ReadBytes
  readonly list: CueList
}

/** Reads all files, plans a patch for each, and writes only when every file has one. */
async function edit(
  names: string[],
  flags: EditFlags,
  plan: (all: readonly Opened[]) => readonly Patch[] | undefined,
): Promise<number> {
  const inputs = expandInputs(names)
  const target = targetFor(inputs, flags)
  const all: Opened[] = []
  for (const input of inputs) {
    const file = await readInput(input, flags)
    tellProblems(input.path, file.problems)
    if (file.cues.length === 0) tell(`${input.path}: ${say('no_lines')}`)
    else all.push({ input, file, list: cueList(file.cues) })
  }
  const patches = plan(all)
  if (!patches) return 1
  for (const [index, { input, file, list }] of all.entries()) {
    const { cues } = applyPatch(list, patches[index] ?? [])
    const { text, losses } = writeSubtitle(cues, file.format, { extras: file.extras, speakers: file.speakers })
    tellLosses(input.path, losses)
    deliver(fileBytes(text, file.format), target(input), flags)
  }
  return all.length < inputs.length ? 3 : 0
}

/** `cuelane fix`: exit code 0, or 3 if a file has no subtitles. */
export function fix(names: string[], flags: EditFlags & RuleFlags): Promise<number> {
  const { limits, only, shotChanges } = ruleChoice(flags)
  return edit(names, flags, (all) =>
    all.map(({ input, list }) => {
      const result = fixAll(list, limits, only ? { only, shotChanges } : { shotChanges })
      tell(`${input.path}: ${say('fixed', { fixed: result.fixed.length, left: result.left.length })}`)
      for (const left of result.left) tell(`  ${leftLine(list, left)}`)
      return result.patch
    }),
  )
}

function leftLine(list: CueList, { finding, reason, breaks }: Left): string {
  const at = positionOf(list, finding.id)
  const { start, text } = list.cueAt(at)
  const why = say(`checks:left_${reason}`, breaks ? { rule: say(`checks:title_${breaks}`) } : {})
  return `${at + 1} ${formatTimecode(start)} ${explain(finding)}. ${why} · ${printable(text, 40)}`
}

export interface ShiftFlags extends EditFlags {
  readonly ms: string
  readonly from?: string
  readonly until?: string
  readonly duration?: string
}

/** `cuelane shift`: exit code 1 if nothing moved because of a fault. */
export function shift(names: string[], flags: ShiftFlags): Promise<number> {
  const rules = timingRules(flags.duration)
  const by = Math.round(numberValue(flags.ms))
  const scope = shiftScope(flags)
  return edit(names, flags, (all) => {
    const plans = planShift(
      all.map(({ input, list }) => ({ key: input.path, list, rules })),
      scope,
      by,
    )
    for (const { key, fault, moved } of plans) {
      tell(`${key}: ${fault ? faultLine(fault) : say('moved', { count: moved })}`)
    }
    return allowed(plans) ? plans.map((plan) => plan.patch) : undefined
  })
}

function shiftScope({ from, until }: ShiftFlags): ShiftScope {
  if (until !== undefined)
    return { kind: 'range', from: from === undefined ? 0 : timeValue(from), to: timeValue(until) }
  return from === undefined ? { kind: 'all' } : { kind: 'from', time: timeValue(from) }
}

function faultLine({ reason, at, cue }: ShiftFault): string {
  const time = reason === 'after_end' ? cue.end : cue.start
  const sign = time < 0 ? '-' : ''
  return say(`shift_${reason}`, { number: at + 1, time: sign + formatTimecode(Math.abs(time)) })
}

export interface SyncFlags extends EditFlags {
  readonly first?: string
  readonly second?: string
  readonly fps?: string
  readonly fpsTo?: string
  readonly duration?: string
  /** A video or sound file. */
  readonly audio?: string
  /** Another subtitle file with the right times. */
  readonly to?: string
}

/** `cuelane sync`: to sound or another file, by two points, or to another frame rate; exit code 1 if a file refuses. */
export async function sync(names: string[], flags: SyncFlags): Promise<number> {
  const rules = timingRules(flags.duration)
  const isMatched = (flags.audio ?? flags.to) !== undefined
  const change = isMatched ? await matchChange(flags) : syncChange(flags)
  return edit(names, flags, (all) => {
    const patches: Patch[] = []
    for (const opened of all) {
      const patch = change(opened, rules)
      if (!patch) return undefined
      patches.push(patch)
    }
    return patches
  })
}

/** The change of one file; undefined if it refuses, which is reported. */
type Change = (opened: Opened, rules: TimingRules) => Patch | undefined

/** Each file's position, found separately. */
async function matchChange({ audio, to, ...flags }: SyncFlags): Promise<Change> {
  const spoken = audio === undefined ? await timesOf(to ?? '', flags) : await speechOf(audio)
  return ({ input, list }, rules) => {
    const match = matchTimes(dialogueTimes(list.cues), spoken)
    const placed = match && placeLines(list, match, rules)
    if (match) tellMatch(match)
    if (!placed?.ok) {
      tell(`${input.path}: ${say(placed ? 'sync_outside' : 'no_match')}`)
      return undefined
    }
    const { leftOut, patch } = placed.value
    if (leftOut.length > 0) tell(`${input.path}: ${say('sync_left_out', { count: leftOut.length })}`)
    return patch
  }
}

function tellMatch({ offset, parts, scale, sureness, doubts }: TimeMatch): void {
  tell(say('matched', { offset: seconds(offset), scale: scale.toFixed(5), sure: sureness.toFixed(1) }))
  if (parts.length > 1) {
    for (const part of parts) {
      const from = formatTimecode(Math.max(0, part.from))
      tell(`  ${say('matched_part', { from, offset: seconds(part.offset) })}`)
    }
  }
  for (const { start, end } of doubts) {
    const time = (ms: number): string => formatTimecode(Math.max(0, ms))
    tell(`  ${say('matched_doubt', { from: time(start), to: time(end) })}`)
  }
}

const seconds = (ms: number): string => `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(3)}`

async function timesOf(path: string, flags: ReadFlags): Promise<TimeRange[]> {
  return dialogueTimes((await readInput({ path, relative: path }, flags)).cues)
}

function syncChange(flags: SyncFlags): Change {
  const change = scaleOf(flags)
  return ({ input, list }, rules) => {
    const outcome = change(list, rules)
    if (outcome.ok) return outcome.value
    tell(`${input.path}: ${say('sync_refused')}`)
    return undefined
  }
}

function scaleOf({ first, second, fps, fpsTo }: SyncFlags): (list: CueList, rules: TimingRules) => Outcome<Patch> {
  if (first !== undefined && second !== undefined) {
    const [a, b] = [pointValue(first), pointValue(second)]
    return (list, rules) => pointSync(list, a, b, rules)
  }
  if (fps === undefined || fpsTo === undefined) throw usage('two_points')
  const [from, to] = [rateValue(fps), rateValue(fpsTo)]
  return (list, rules) => changeFrameRate(list, from, to, rules)
}

/** `cuelane split-long`. */
export function splitLong(
  names: string[],
  flags: EditFlags & { maxChars: string; maxDuration: string },
): Promise<number> {
  const limit = { characters: numberValue(flags.maxChars), duration: numberValue(flags.maxDuration) * 1000 }
  if (!(limit.characters > 0 && limit.duration > 0)) throw usage('bad_number', { value: '0' })
  return edit(names, flags, (all) =>
    all.map(({ input, list }) => {
      const patch = splitLongCues(list, limit, timingRules(undefined), sequentialIds('s'))
      tell(`${input.path}: ${say('split', { count: patch.filter((change) => !change.from).length })}`)
      return patch
    }),
  )
}

/** `cuelane overlaps`. */
export function overlaps(names: string[], flags: EditFlags): Promise<number> {
  return edit(names, flags, (all) =>
    all.map(({ input, list }) => {
      const { patch, unfixable } = fixOverlaps(list)
      tellRetimed(input, patch)
      if (unfixable.length > 0) tell(`${input.path}: ${say('overlaps_left', { count: unfixable.length })}`)
      return patch
    }),
  )
}

export interface DurationFlags extends EditFlags {
  readonly cps: string
  readonly minMs: string
  readonly maxMs: string
  readonly shorten?: boolean
  readonly duration?: string
}

/** `cuelane durations`. */
export function durations(names: string[], flags: DurationFlags): Promise<number> {
  const [cps, minDuration, maxDuration] = [flags.cps, flags.minMs, flags.maxMs].map(numberValue)
  if (!(cps && cps > 0 && minDuration && maxDuration)) throw usage('bad_number', { value: flags.cps })
  const goal = { cps, minDuration, maxDuration, shorten: flags.shorten ?? false }
  return retime(names, flags, (list) => fitDurations(list, goal, timingRules(flags.duration)))
}

/** `cuelane snap`. */
export function snap(names: string[], flags: EditFlags & { rate: string }): Promise<number> {
  const rate = rateValue(flags.rate)
  return retime(names, flags, (list) => snapToFrames(list, rate))
}

function retime(names: string[], flags: EditFlags, change: (list: CueList) => Patch): Promise<number> {
  return edit(names, flags, (all) =>
    all.map(({ input, list }) => {
      const patch = change(list)
      tellRetimed(input, patch)
      return patch
    }),
  )
}

function tellRetimed({ path }: Input, patch: Patch): void {
  tell(`${path}: ${say('retimed', { count: patch.length })}`)
}
