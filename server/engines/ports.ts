import type { z } from 'zod'
import type { EngineCoverage, EnginePort } from '#core/domain/engines.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import type { AlignEngine } from './align/engine.ts'
import type { SpeechEngine } from './asr/engine.ts'
import type { CloneEngine } from './clone/engine.ts'
import type { DiariseEngine } from './diarise/engine.ts'
import type { EmbedEngine } from './embed/engine.ts'
import type { EraseEngine } from './erase/engine.ts'
import type { ReadEngine } from './ocr/engine.ts'
import type { SeparateEngine } from './separate/engine.ts'
import type { TranslateEngine } from './translate/engine.ts'
import type { VoiceEngine } from './tts/engine.ts'
import type { ActivityEngine } from './vad/engine.ts'

/** The ffmpeg programs of this machine. */
export interface MediaPrograms {
  /** A name to look up in PATH, or a full path. */
  readonly ffmpeg: string
  readonly ffprobe: string
  /** Filters of this ffmpeg. */
  readonly filters: ReadonlySet<string>
}

interface LanguageNeed {
  readonly language: LanguageCode
}
interface PairNeed {
  readonly from: LanguageCode
  readonly to: LanguageCode
}
interface VoiceNeed extends LanguageNeed {
  /** Id of the voice to speak; any voice of the language by default. */
  readonly voice?: string
}
type NoNeed = Readonly<Record<string, never>>

export type Port = EnginePort

/** Needs of engines, by port. */
export interface Needs extends Record<Port, LanguageNeed | PairNeed | VoiceNeed | NoNeed> {
  asr: LanguageNeed
  translate: PairNeed
  ffmpeg: NoNeed
  ocr: LanguageNeed
  tts: VoiceNeed
  vad: NoNeed
  separate: NoNeed
  erase: NoNeed
  clone: LanguageNeed
  diarise: NoNeed
  embed: NoNeed
  align: LanguageNeed
}

/** Interfaces of engines, by port. */
export interface Engines {
  asr: SpeechEngine
  translate: TranslateEngine
  ffmpeg: MediaPrograms
  ocr: ReadEngine
  tts: VoiceEngine
  vad: ActivityEngine
  separate: SeparateEngine
  erase: EraseEngine
  clone: CloneEngine
  diarise: DiariseEngine
  embed: EmbedEngine
  align: AlignEngine
}

/** Whether an engine's coverage meets the need. */
export function servesNeed(serves: EngineCoverage, need: Needs[Port]): boolean {
  if ('from' in need) return serves.pairs?.[need.from]?.includes(need.to) ?? false
  if ('voice' in need && need.voice !== undefined) {
    const voice = serves.voices?.find(({ id }) => id === need.voice)
    return voice?.languages.some((language) => language === need.language) ?? false
  }
  if ('language' in need) return serves.languages?.includes(need.language) ?? false
  return true
}

/** An available engine. */
export interface Offer {
  readonly serves: EngineCoverage
  /** Display name, if more telling than the adapter's. */
  readonly label?: string
  /** Version or model. */
  readonly detail: string
  /** What of it does not work on this machine. */
  readonly problem?: SetupMessage
}

/** An unavailable engine. */
export interface Missing {
  /** The missing program, file or variable. */
  readonly lacks: string
  /** What an operator can do about it. */
  readonly remedy: SetupMessage
  /** True if it waits for a setting that only some installations want. */
  readonly isOptional: boolean
}

/** One engine: its settings, probe and opening. To add one, write an adapter and list it in index.ts. */
export interface EngineAdapter<P extends Port = Port, S = unknown> {
  readonly port: P
  /** Unique within the port. */
  readonly name: string
  /** Display name, the same in every language; the other name by default. */
  readonly label?: string
  /** Parses the adapter's environment variables; messages say what a variable must be. */
  readonly settings: z.ZodType<S>
  /** Looks for the engine on this machine. Returns, never throws, that it is missing. */
  probe(settings: S): Promise<Offer | Missing>
  /** Opens the engine after a successful probe. */
  open(settings: S, offer: Offer): Engines[P]
}

/** Checks an adapter's type where it is defined. */
export function defineEngine<P extends Port, S>(adapter: EngineAdapter<P, S>): EngineAdapter<P, S> {
  return adapter
}
