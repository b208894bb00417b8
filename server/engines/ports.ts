import type { z } from 'zod'
import type { EngineCoverage, EnginePort } from '#core/domain/engines.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { SpeechEngine } from './asr/engine.ts'
import type { TranslateEngine } from './translate/engine.ts'

/** Where the ffmpeg programs are: names to look up in PATH, or whole paths. */
export interface MediaPrograms {
  readonly ffmpeg: string
  readonly ffprobe: string
}

interface LanguageNeed {
  readonly language: LanguageCode
}
interface PairNeed {
  readonly from: LanguageCode
  readonly to: LanguageCode
}
type NoNeed = Readonly<Record<string, never>>

export type Port = EnginePort

/** What is asked of an engine, by port. */
export interface Needs extends Record<Port, LanguageNeed | PairNeed | NoNeed> {
  asr: LanguageNeed
  translate: PairNeed
  ffmpeg: NoNeed
  ocr: LanguageNeed
  tts: LanguageNeed
}

/** What an engine is to its callers, by port. `never`: the engine is found and reported, and no task uses it yet. */
export interface Engines {
  asr: SpeechEngine
  translate: TranslateEngine
  ffmpeg: MediaPrograms
  ocr: never
  tts: never
}

/** Whether an engine that covers this meets the need. */
export function servesNeed(serves: EngineCoverage, need: Needs[Port]): boolean {
  if ('from' in need) return serves.pairs?.[need.from]?.includes(need.to) ?? false
  if ('language' in need) return serves.languages?.includes(need.language) ?? false
  return true
}

/** An engine that is here. */
export interface Offer {
  readonly serves: EngineCoverage
  /** Name for people; the adapter's own where there is none. */
  readonly label?: string
  /** Version or model. */
  readonly detail: string
}

/** An engine that is not here. */
export interface Missing {
  /** The program, file or variable that is not there. */
  readonly lacks: string
  /** What an operator does about it, as a whole sentence. */
  readonly missing: string
  /** True where it waits for a setting that only some installations want. */
  readonly isOptional: boolean
}

/** One engine: how it is set up, found and opened. To add one, write an adapter and put it into the list in index.ts. */
export interface EngineAdapter<P extends Port = Port, S = unknown> {
  readonly port: P
  /** Unique within the port. */
  readonly name: string
  /** Reads the adapter's own environment variables; its messages say what a variable must be. */
  readonly settings: z.ZodType<S>
  /** Looks whether the engine is on this machine. Never throws for one that is not. */
  probe(settings: S): Promise<Offer | Missing>
  /** The engine itself, after a probe that found it. */
  open?(settings: S): Engines[P]
}

/** Checks an adapter's type where it is written. */
export function defineEngine<P extends Port, S>(adapter: EngineAdapter<P, S>): EngineAdapter<P, S> {
  return adapter
}

/** The sentence about packages to install, by package manager; one that has none is left out. */
export function installPackages(packages: { apt?: string; brew?: string; dnf?: string }): string {
  const ways = [
    packages.apt && `apt-get install ${packages.apt}`,
    packages.brew && `brew install ${packages.brew}`,
    packages.dnf && `dnf install ${packages.dnf}`,
  ]
  return `Install it: ${ways.filter(Boolean).join(' | ')}`
}
