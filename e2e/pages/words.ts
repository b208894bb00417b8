import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import i18next from 'i18next'
import type { Client } from '#tests/support/client.ts'
import { signIn } from './app.ts'

export const languages = ['en', 'zh_cn'] as const
type Language = (typeof languages)[number]

/** A message as the pages show it: `catalogue:name`, with its parameters. */
export type Words = (message: string, values?: Readonly<Record<string, string | number>>) => string

/** The product's messages in a language, for flows in each. */
export function wordsIn(language: Language): Words {
  const folder = join(import.meta.dirname, '../../locales', language)
  const catalogues = Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>,
    ]),
  )
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: catalogues },
    initAsync: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  return (message, values = {}) => {
    if (!instance.exists(message, values)) throw new RangeError(`No message ${message} in ${language}`)
    return (instance.t as (key: string, values: object) => string)(message, values)
  }
}

/** Shows pages in a language from the next one on. */
export async function speak(page: Page, url: string, language: Language): Promise<void> {
  await page.goto(`${url}/health`)
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
}

/** A new signed-in user, whose pages are in a language. */
export async function signInSpeaking(page: Page, url: string, language: Language): Promise<Client> {
  const client = await signIn(page, url)
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  return client
}
