import type { Voice } from './voices.ts'

/**
 * Kinds of work that engines do: speech to text, translation, media, text in pictures, voices, finding speech, taking
 * voices and background apart, painting over, speaking like a recorded voice, telling speakers apart, putting a
 * voice into numbers that are near for the same speaker, and finding when known words are said.
 */
export const enginePorts = [
  'asr',
  'translate',
  'ffmpeg',
  'ocr',
  'tts',
  'vad',
  'separate',
  'erase',
  'clone',
  'diarise',
  'embed',
  'align',
] as const
export type EnginePort = (typeof enginePorts)[number]

/** What an engine covers: languages where one is asked for, target languages by source language where a pair is. */
export interface EngineCoverage {
  readonly languages?: readonly string[]
  readonly pairs?: Readonly<Record<string, readonly string[]>>
  /** The language in between, by source and target, of pairs that are served in two steps. */
  readonly through?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly voices?: readonly Voice[]
  /** Names of the filters that an ffmpeg has. */
  readonly filters?: readonly string[]
  readonly abilities?: EngineAbilities
}

/** What providers of engines count; `free`: nothing. */
export const priceUnits = ['free', 'character', 'token', 'second'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** What an engine can do besides, and how much of it at once. */
export interface EngineAbilities {
  /** Characters, texts, bytes or seconds that one request takes. */
  readonly maxChars?: number
  readonly maxTexts?: number
  readonly maxBytes?: number
  readonly maxSeconds?: number
  /** Requests that it takes at the same time. */
  readonly concurrency?: number
  /** Whether each word comes with its own time. */
  readonly wordTimes?: boolean
  /** Whether it tells who speaks. */
  readonly speakers?: boolean
  /** Whether it takes words with a translation that is to be used. */
  readonly glossary?: boolean
  /** Whether it looks at lines around the ones to translate. */
  readonly context?: boolean
  /** Whether it leaves the marks of a text (core/translate/marks.ts) where they belong. */
  readonly marks?: boolean
  /** Whether it can be told how long a translation may be. */
  readonly lengths?: boolean
  /** Whether it is so quick that a sentence may be asked for in parts as well. */
  readonly isQuick?: boolean
  /** Slowest and fastest speech, 1 being usual; absent where it cannot change its speed. */
  readonly speed?: readonly [number, number]
  readonly priceUnit?: PriceUnit
  /** True where its results are only a start for people to work on. */
  readonly isDraft?: boolean
}
