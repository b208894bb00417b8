/** Kinds of work that engines do: speech to text, translation, media, text in pictures, voices. */
export const enginePorts = ['asr', 'translate', 'ffmpeg', 'ocr', 'tts'] as const
export type EnginePort = (typeof enginePorts)[number]

/** What an engine covers: languages where one is asked for, target languages by source language where a pair is. */
export interface EngineCoverage {
  readonly languages?: readonly string[]
  readonly pairs?: Readonly<Record<string, readonly string[]>>
}
