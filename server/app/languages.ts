import type { DataOf } from '#core/contract/index.ts'
import { bcp47, type InterfaceLanguage, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { offersOf } from '../engines/offers.ts'
import { coverageOf, type EngineReport, reportsToShow } from '../engines/registry.ts'
import type { Db } from '../store/db.ts'

/** Languages by purpose, named in the language of the interface, and what the engines of all workers can do. */
export async function listLanguages(db: Db, language: InterfaceLanguage): Promise<DataOf<'getLanguages'>> {
  const names = new Intl.DisplayNames([bcp47(language)], { type: 'language' })
  const named = (codes: readonly LanguageCode[]) => codes.map((code) => ({ code, name: names.of(bcp47(code)) ?? code }))
  const offers = await offersOf(db)
  const heard = offers.languages('asr')
  return {
    upload: named(languageCodes),
    extract: named(languageCodes.filter((code) => heard.has(code))),
    target_translate: named(languageCodes),
    target_dubbing: [],
    translate_pairs: offers.pairs('translate'),
    engines: reportsToShow(offers.reports).map(describeEngine),
  }
}

const purposes = { ffmpeg: 'media', asr: 'speech', translate: 'translate', ocr: 'ocr', tts: 'voice' } as const

function describeEngine(report: EngineReport): DataOf<'getLanguages'>['engines'][number] {
  const { port, label, isOffered, detail } = report
  return { name: label, kind: purposes[port], available: isOffered, languages: coverageOf(report), detail }
}
