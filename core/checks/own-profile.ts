import { type ProfileId, profileIds } from '../domain/profiles.ts'
import { limitsOf, type Profile, profiles } from './profiles.ts'
import { type RuleId, ruleIds } from './rule.ts'

/** A user's profile, copied from one of the product's: the same numbers in every language. Times in milliseconds. */
export interface OwnProfile {
  readonly name: string
  /** The copied profile, whose rules of dashes and shot changes apply. */
  readonly base: ProfileId
  readonly gapMs: number
  /** Gaps below this are closed; 0 for none. */
  readonly chainBelowMs: number
  readonly minDurationMs: number
  readonly maxDurationMs: number
  readonly maxLines: number
  readonly lineLength: number
  readonly cps: number
  /** 0 if words are not counted. */
  readonly wpm: number
  readonly rules: readonly RuleId[]
}

/** The numbers of an own profile with their limits. */
export const ownNumbers = {
  gapMs: [0, 5000],
  chainBelowMs: [0, 5000],
  minDurationMs: [1, 10_000],
  maxDurationMs: [500, 60_000],
  maxLines: [1, 10],
  lineLength: [5, 200],
  cps: [1, 100],
  wpm: [0, 1000],
} as const satisfies Partial<Record<keyof OwnProfile, readonly [least: number, most: number]>>
export type OwnNumber = keyof typeof ownNumbers
export const ownNumberNames = Object.keys(ownNumbers) as OwnNumber[]

export const OWN_NAME_LENGTH = 60

/** A copy of a profile to change, with its numbers for a language and frame rate. */
export function copyProfile(base: ProfileId, name: string, options: Parameters<typeof limitsOf>[1]): OwnProfile {
  const limits = limitsOf(profiles[base], options)
  return {
    name,
    base,
    gapMs: Math.round(limits.gap),
    chainBelowMs: Math.round(limits.chainBelow),
    minDurationMs: limits.minDuration,
    maxDurationMs: limits.maxDuration,
    maxLines: limits.maxLines,
    lineLength: limits.lineLength,
    cps: limits.cps,
    wpm: limits.wpm,
    rules: ruleIds.filter((id) => limits.rules.has(id)),
  }
}

/** The profile for checks. */
export function profileOf(own: OwnProfile): Profile {
  const { except: _except, only: _only, ...base } = profiles[own.base]
  return {
    ...base,
    name: own.name,
    gap: { ms: own.gapMs },
    chainBelow: own.chainBelowMs,
    minDuration: { default: own.minDurationMs },
    maxDuration: own.maxDurationMs,
    maxLines: own.maxLines,
    lineLength: { default: own.lineLength },
    cps: { default: own.cps },
    wpm: own.wpm,
    rules: own.rules,
  }
}

/** Why an own profile is invalid; undefined if it is valid. */
export function ownProfileFault(own: OwnProfile): OwnNumber | 'name' | undefined {
  if (own.name.trim() === '' || own.name.length > OWN_NAME_LENGTH) return 'name'
  const outside = ownNumberNames.find((name) => !isWithin(own[name], ownNumbers[name]))
  return outside ?? (own.minDurationMs > own.maxDurationMs ? 'minDurationMs' : undefined)
}

function isWithin(value: unknown, [least, most]: readonly [number, number]): value is number {
  return typeof value === 'number' && value >= least && value <= most
}

/** An own profile as a file, to share. */
export function writeOwnProfile(own: OwnProfile): string {
  return `${JSON.stringify({ cuelane_profile: 1, ...own }, null, 2)}\n`
}

/** A profile from a file; undefined if it is none or has invalid numbers. Unknown rules are left out. */
export function readOwnProfile(text: string): OwnProfile | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  const file = data as (Partial<Record<keyof OwnProfile, unknown>> & { cuelane_profile?: unknown }) | null
  return file?.cuelane_profile === 1 ? ownProfileFrom(file) : undefined
}

/** An own profile from untrusted data; undefined if invalid. */
export function ownProfileFrom(file: Partial<Record<keyof OwnProfile, unknown>>): OwnProfile | undefined {
  const base = profileIds.find((id) => id === file.base)
  if (!base || typeof file.name !== 'string' || !Array.isArray(file.rules)) return undefined
  const numbers = Object.fromEntries(ownNumberNames.map((name) => [name, file[name]])) as Record<OwnNumber, number>
  const given: readonly unknown[] = file.rules
  const own: OwnProfile = {
    name: file.name.trim(),
    base,
    ...numbers,
    rules: ruleIds.filter((id) => given.includes(id)),
  }
  return ownProfileFault(own) === undefined ? own : undefined
}
