import i18next from 'i18next'
import { isolateValue } from '#core/domain/bidi.ts'
import { bcp47, interfaceLanguage, type InterfaceLanguage, isLanguageCode } from '#core/domain/languages.ts'
import en from '../../locales/en/errors.json' with { type: 'json' }
import enMail from '../../locales/en/mail.json' with { type: 'json' }
import enSetup from '../../locales/en/setup.json' with { type: 'json' }
import enSubtitles from '../../locales/en/subtitles.json' with { type: 'json' }
import zh_cn from '../../locales/zh_cn/errors.json' with { type: 'json' }
import zhMail from '../../locales/zh_cn/mail.json' with { type: 'json' }
import zhSetup from '../../locales/zh_cn/setup.json' with { type: 'json' }
import zhSubtitles from '../../locales/zh_cn/subtitles.json' with { type: 'json' }
import type { SetupMessage } from '#core/domain/setup-message.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'

const catalogue = i18next.createInstance()
void catalogue.init({
  resources: {
    en: { errors: en, mail: enMail, setup: enSetup, subtitles: enSubtitles },
    zh_cn: { errors: zh_cn, mail: zhMail, setup: zhSetup, subtitles: zhSubtitles },
  },
  fallbackLng: 'en',
  ns: ['errors', 'mail', 'setup', 'subtitles'],
  defaultNS: 'errors',
  // No output is HTML; isolates keep names from reversing the words around them.
  interpolation: { escape: isolateValue },
  initAsync: false,
})

const namesIn = (language: string | undefined): Intl.DisplayNames =>
  new Intl.DisplayNames([bcp47(interfaceLanguage(language))], { type: 'language' })

const nameOf = (names: Intl.DisplayNames, code: string): string =>
  (isLanguageCode(code) ? names.of(bcp47(code)) : undefined) ?? code

catalogue.services.formatter?.add('language', (code: string, language) => nameOf(namesIn(language), code))
// Codes separated by commas.
catalogue.services.formatter?.add('languages', (codes: string, language) => {
  const names = namesIn(language)
  return codes
    .split(',')
    .map((code) => nameOf(names, code))
    .join(interfaceLanguage(language) === 'zh_cn' ? '、' : ', ')
})

type Params = Record<string, string | number>

/** A message of the `errors` catalogue in the language of a request. */
export function translateMessage(language: InterfaceLanguage, key: string, params: Params = {}): string {
  return catalogue.t(key, { ...params, lng: interfaceLanguage(language) })
}

/** A message of the `mail` catalogue. */
export function letterText(language: InterfaceLanguage, key: string, params: Params = {}): string {
  return catalogue.t(key, { ...params, ns: 'mail', lng: language })
}

/** A message to the installation's operator, from the `setup` catalogue. */
export function setupText(language: InterfaceLanguage, { key, params }: SetupMessage): string {
  return catalogue.t(key, { ...params, ns: 'setup', lng: language })
}

/**
 * A loss of a written format, from the `subtitles` catalogue, in the same words on the command line and in the editor.
 */
export function lossText(language: InterfaceLanguage, { kind, count, first }: Loss): string {
  const subtitles = { ns: 'subtitles', lng: language }
  const what = catalogue.t(`loss_${kind}`, subtitles)
  return catalogue.t('loss_summary', { what, count, first: first + 1, ...subtitles })
}

/** Why a task or a video failed, stored as a key and shown in the reader's language. */
export interface Failure {
  readonly key: string
  readonly params?: Params
  /** True if the file itself is at fault and was removed: a retry can't help. */
  readonly isFinal?: boolean
}

/** A failure as stored; `failureMessage` makes words of it. */
export function failureText(failure: Failure): string {
  return JSON.stringify(failure)
}

/** Whether a retry of a failure may succeed. */
export function mayRetry(stored: string): boolean {
  return stored !== '' && (JSON.parse(stored) as Failure).isFinal !== true
}

/** Message key of a stored failure; empty if there was none. */
export function failureKey(stored: string): string {
  return stored === '' ? '' : (JSON.parse(stored) as Failure).key
}

/** Words for a stored failure; empty if there was none. */
export function failureMessage(language: InterfaceLanguage, stored: string): string {
  if (stored === '') return ''
  const { key, params } = JSON.parse(stored) as Failure
  return translateMessage(language, key, params)
}

/** Words for why a task failed: its credits were returned. */
export function taskFailureMessage(
  language: InterfaceLanguage,
  { fail_msg, credits }: { fail_msg: string; credits: number },
): string {
  const text = failureMessage(language, fail_msg)
  if (text === '' || credits === 0) return text
  return translateMessage(language, 'with_credits_returned', { text: text.replace(/[.。]$/, '') })
}
