import { access } from 'node:fs/promises'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import type { EngineConfig } from '../config.ts'
import type { SpeechEngine } from './asr/engine.ts'
import { pocketsphinx, pocketsphinxPresent } from './asr/pocketsphinx.ts'
import { whisperCpp } from './asr/whisper-cpp.ts'
import { whisperHttp } from './asr/whisper-http.ts'
import { runProgram } from './program.ts'
import { findApertium } from './translate/apertium.ts'
import { chatTranslate } from './translate/chat.ts'
import { covers, type TranslateEngine } from './translate/engine.ts'

export interface EngineReport {
  readonly name: string
  readonly kind: 'media' | 'speech' | 'translate' | 'ocr' | 'voice'
  readonly available: boolean
  readonly languages: readonly string[]
  readonly detail: string
}

/** The engines of this machine, best first. */
export interface Engines {
  readonly config: EngineConfig
  readonly speech: readonly SpeechEngine[]
  readonly translate: readonly TranslateEngine[]
  readonly reports: readonly EngineReport[]
}

export async function findEngines(config: EngineConfig): Promise<Engines> {
  const speech = await findSpeech(config)
  const translate = await findTranslate(config)
  return { config, speech, translate, reports: await report(config, speech, translate) }
}

export function speechEngineFor(engines: Engines, language: LanguageCode): SpeechEngine | undefined {
  return engines.speech.find((engine) => engine.languages.includes(language))
}

export function translateEngineFor(
  engines: Engines,
  from: LanguageCode,
  to: LanguageCode,
): TranslateEngine | undefined {
  return engines.translate.find((engine) => covers(engine, from, to))
}

async function findSpeech(config: EngineConfig): Promise<SpeechEngine[]> {
  const found: SpeechEngine[] = []
  if (config.whisperUrl) {
    found.push(whisperHttp({ url: config.whisperUrl, key: config.whisperKey, model: config.whisperModel }))
  }
  if (config.whisperProgram && config.whisperModelFile && (await isThere(config.whisperModelFile))) {
    found.push(whisperCpp(config.whisperProgram, config.whisperModelFile))
  }
  if (await pocketsphinxPresent()) found.push(pocketsphinx)
  return found
}

async function findTranslate(config: EngineConfig): Promise<TranslateEngine[]> {
  const found: TranslateEngine[] = []
  if (config.chatUrl) found.push(chatTranslate({ url: config.chatUrl, key: config.chatKey, model: config.chatModel }))
  const apertium = await findApertium()
  if (apertium) found.push(apertium)
  return found
}

async function report(
  config: EngineConfig,
  speech: readonly SpeechEngine[],
  translate: readonly TranslateEngine[],
): Promise<EngineReport[]> {
  const [ffmpeg, tesseract, espeak] = await Promise.all([
    firstLine(config.ffmpeg, ['-version']),
    output('tesseract', ['--list-langs']),
    firstLine('espeak-ng', ['--version']),
  ])
  return [
    { name: 'ffmpeg', kind: 'media', available: ffmpeg !== '', languages: [], detail: ffmpeg },
    ...listOr(speech, 'pocketsphinx', 'speech', (engine) => engine.languages),
    ...listOr(translate, 'apertium', 'translate', pairNames),
    {
      name: 'tesseract',
      kind: 'ocr',
      available: tesseract !== '',
      languages: tesseract.split('\n').slice(1).filter(Boolean),
      detail: '',
    },
    {
      name: 'espeak-ng',
      kind: 'voice',
      available: espeak !== '',
      languages: espeak ? languageCodes : [],
      detail: espeak,
    },
  ]
}

function listOr<T extends { name: string; version: string }>(
  engines: readonly T[],
  fallback: string,
  kind: EngineReport['kind'],
  languages: (engine: T) => readonly string[],
): EngineReport[] {
  if (engines.length === 0) return [{ name: fallback, kind, available: false, languages: [], detail: '' }]
  return engines.map((engine) => ({
    name: engine.name,
    kind,
    available: true,
    languages: languages(engine),
    detail: engine.version,
  }))
}

function pairNames(engine: TranslateEngine): string[] {
  return Object.entries(engine.pairs).flatMap(([from, targets]) => targets.map((to) => `${from}-${to}`))
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** What a program prints, or nothing where it is not there. */
async function output(program: string, args: string[]): Promise<string> {
  return runProgram(program, args, { timeoutMs: 20_000 }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

async function firstLine(program: string, args: string[]): Promise<string> {
  return (await output(program, args)).split('\n')[0]!.trim()
}
