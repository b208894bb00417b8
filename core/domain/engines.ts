import type { Voice } from './voices.ts'

/**
 * Kinds of engines: speech recognition, translation, media, text recognition, speech synthesis, voice activity detection,
 * source separation, inpainting, voice cloning, diarisation, speaker embedding and forced alignment.
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

/** An engine's coverage: languages, or target languages by source language. */
export interface EngineCoverage {
  readonly languages?: readonly string[]
  readonly pairs?: Readonly<Record<string, readonly string[]>>
  /** The pivot language by source and target of two-step pairs. */
  readonly through?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly voices?: readonly Voice[]
  /** Filters of an ffmpeg. */
  readonly filters?: readonly string[]
  readonly abilities?: EngineAbilities
}

/** Billing units of engine providers; `free`: none. */
export const priceUnits = ['free', 'character', 'token', 'second'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** Optional abilities of an engine, and its limits. */
export interface EngineAbilities {
  /** Characters, texts, bytes or seconds per request. */
  readonly maxChars?: number
  readonly maxTexts?: number
  readonly maxBytes?: number
  readonly maxSeconds?: number
  /** Concurrent requests. */
  readonly concurrency?: number
  /** Whether it gives word times. */
  readonly wordTimes?: boolean
  /** Whether it identifies speakers. */
  readonly speakers?: boolean
  /** Whether it takes a glossary. */
  readonly glossary?: boolean
  /** Whether it uses lines around the ones to translate. */
  readonly context?: boolean
  /** Whether it keeps the marks of a text (core/translate/marks.ts) in place. */
  readonly marks?: boolean
  /** Whether a translation's length can be limited. */
  readonly lengths?: boolean
  /** Whether it is fast enough to translate a sentence's parts as well. */
  readonly isQuick?: boolean
  /** Slowest and fastest speech, 1 being normal; absent for a fixed rate. */
  readonly speed?: readonly [number, number]
  /** Longest pause that it can add after each word, in milliseconds. */
  readonly gap?: number
  /** Whether it speaks phonemes between double brackets. */
  readonly phonemes?: boolean
  readonly priceUnit?: PriceUnit
  /** True if its results are drafts for people to edit. */
  readonly isDraft?: boolean
}
