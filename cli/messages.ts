import i18next from 'i18next'
import enChecks from '../locales/en/checks.json' with { type: 'json' }
import enCli from '../locales/en/cli.json' with { type: 'json' }
import enSubtitles from '../locales/en/subtitles.json' with { type: 'json' }
import zhChecks from '../locales/zh_cn/checks.json' with { type: 'json' }
import zhCli from '../locales/zh_cn/cli.json' with { type: 'json' }
import zhSubtitles from '../locales/zh_cn/subtitles.json' with { type: 'json' }

const messages = i18next.createInstance()

const locale = process.env['LC_ALL'] ?? process.env['LC_MESSAGES'] ?? process.env['LANG'] ?? ''

/** Chinese in a Chinese locale, English otherwise. */
export const messageLanguage = /^zh/i.test(locale) ? 'zh_cn' : 'en'

await messages.init({
  lng: messageLanguage,
  fallbackLng: 'en',
  ns: ['cli', 'checks', 'subtitles'],
  defaultNS: 'cli',
  interpolation: { escapeValue: false },
  resources: {
    en: { cli: enCli, checks: enChecks, subtitles: enSubtitles },
    zh_cn: { cli: zhCli, checks: zhChecks, subtitles: zhSubtitles },
  },
})

/** A message of the catalogue `cli`, or of another one as `checks:key`. */
export const say = (key: string, values: Record<string, string | number> = {}): string => messages.t(key, values)

/** A wrong command: shown in one line, without a stack. */
export class UsageError extends Error {}

/** The error for a wrong command, in the terminal's language. */
export function usage(key: string, values: Record<string, string | number> = {}): UsageError {
  return new UsageError(say(key, values))
}

/** File content printed to a terminal: control characters are removed. */
export function printable(text: string, max = 120): string {
  const clean = text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean
}
