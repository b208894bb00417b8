import type { DataOf } from '#core/contract/index.ts'
import type { EnginePort } from '#core/domain/engines.ts'
import { bcp47, type InterfaceLanguage, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { type FleetOffers, offersOf } from '../engines/offers.ts'
import { coverageOf, type EngineReport, reportsToShow } from '../engines/registry.ts'
import type { Db } from '../store/db.ts'

/** Languages by purpose, named in the interface's language, and what the engines of all workers cover. */
export async function listLanguages(db: Db, language: InterfaceLanguage): Promise<DataOf<'getLanguages'>> {
  const names = new Intl.DisplayNames([bcp47(language)], { type: 'language' })
  const named = (codes: readonly LanguageCode[]) => codes.map((code) => ({ code, name: names.of(bcp47(code)) ?? code }))
  const offers = await offersOf(db)
  const [heard, read] = [offers.languages('asr'), offers.languages('ocr')]
  const [pairs, spoken] = [offers.pairs('translate'), offers.languages('tts')]
  const translated = new Set(Object.values(pairs).flat())
  return {
    upload: named(languageCodes),
    extract: named(languageCodes.filter((code) => heard.has(code) || read.has(code))),
    target_translate: named(languageCodes.filter((code) => translated.has(code))),
    target_dubbing: named(languageCodes.filter((code) => spoken.has(code))),
    translate_pairs: pairs,
    translate_through: throughOf(offers, names),
    engines: reportsToShow(offers.reports).map(describeEngine),
  }
}

/** Pairs that are translated in two steps, each with the language in between. */
function throughOf(offers: FleetOffers, names: Intl.DisplayNames): DataOf<'getLanguages'>['translate_through'] {
  const ways: DataOf<'getLanguages'>['translate_through'] = {}
  for (const [from, targets] of Object.entries(offers.pairs('translate'))) {
    for (const to of targets) {
      const code = offers.through(from, to)
      if (code !== undefined) (ways[from] ??= {})[to] = { code, name: names.of(code) ?? code }
    }
  }
  return ways
}

const purposes: Record<EnginePort, string> = {
  ffmpeg: 'media',
  asr: 'speech',
  translate: 'translate',
  ocr: 'ocr',
  tts: 'voice',
  vad: 'speech_activity',
  separate: 'separation',
  erase: 'erase',
  clone: 'voice_clone',
  diarise: 'speakers',
  embed: 'voice_likeness',
  align: 'word_times',
}

function describeEngine(report: EngineReport): DataOf<'getLanguages'>['engines'][number] {
  const { port, label, isOffered, detail } = report
  return { name: label, kind: purposes[port], available: isOffered, languages: coverageOf(report), detail }
}
