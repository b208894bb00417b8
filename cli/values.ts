import { readFileSync, statSync } from 'node:fs'
import { type CheckOptions, limitsOf, profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { type Limits, type RuleId, ruleIds } from '#core/checks/rule.ts'
import { parseTimecode } from '#core/subtitle/text/timecode.ts'
import { type FrameRate, parseFrameRate } from '#core/domain/frames.ts'
import { defaultRules, type TimingRules } from '#core/timing/rules.ts'
import type { SyncPoint } from '#core/timing/sync.ts'
import { usage } from './messages.ts'

/** Milliseconds of a timecode or of seconds. */
export function timeValue(text: string): number {
  const ms = /^-?\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : parseTimecode(text)
  if (ms === undefined) throw usage('bad_time', { value: text })
  return ms
}

/** A number, possibly negative. */
export function numberValue(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw usage('bad_number', { value: text })
  return value
}

/** A frame rate, such as 25 or 24000/1001. */
export function rateValue(text: string): FrameRate {
  const rate = parseFrameRate(text)
  if (!rate) throw usage('bad_rate', { value: text })
  return rate
}

/** `from=to`, two times. */
export function pointValue(text: string): SyncPoint {
  const [from, to, more] = text.split('=')
  if (from === undefined || to === undefined || more !== undefined) throw usage('bad_point', { value: text })
  return { from: timeValue(from), to: timeValue(to) }
}

/** The default timing rules, up to the video's end if given. */
export function timingRules(duration: string | undefined): TimingRules {
  return { ...defaultRules, duration: duration === undefined ? Infinity : timeValue(duration) }
}

export interface RuleFlags {
  readonly profile: string
  readonly language?: string
  readonly rate?: string
  readonly duration?: string
  readonly rules?: string
  readonly shotChanges?: string
  readonly cuts?: string
}

export interface RuleChoice {
  readonly id: ProfileId
  readonly limits: Limits
  readonly only: ReadonlySet<RuleId> | undefined
  readonly shotChanges: readonly number[]
}

/** The profile's limits selected by the flags. */
export function ruleChoice(flags: RuleFlags): RuleChoice {
  const shotChanges = flags.shotChanges ?? flags.cuts
  const id = profileIds.find((known) => known === flags.profile)
  if (!id) throw usage('unknown_profile', { profile: flags.profile, known: profileIds.join(', ') })
  const options: CheckOptions = {
    language: flags.language,
    rate: flags.rate === undefined ? undefined : rateValue(flags.rate),
    duration: flags.duration === undefined ? undefined : timeValue(flags.duration),
  }
  const limits = limitsOf(profiles[id], options)
  const only = flags.rules === undefined ? undefined : new Set(flags.rules.split(',').map(ruleValue))
  return {
    id,
    limits: only ? { ...limits, rules: only } : limits,
    only,
    shotChanges: shotChanges === undefined ? [] : readShotChanges(shotChanges),
  }
}

function ruleValue(name: string): RuleId {
  const rule = ruleIds.find((known) => known === name.trim())
  if (!rule) throw usage('unknown_rule', { rule: name, known: ruleIds.join(', ') })
  return rule
}

/** Times of shot changes, one per line in any spelling; skips empty lines and # comments. */
function readShotChanges(path: string): number[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw usage('not_found', { input: path })
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  const times = lines.map((line) => line.replace(/#.*$/, '').trim()).filter((line) => line !== '')
  return times.map(timeValue).sort((a, b) => a - b)
}
