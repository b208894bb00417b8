/** `npm run screenshots`: the editor at 1440x900 in both languages and themes, into .cache/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import english from '../locales/en/editor.json' with { type: 'json' }
import chinese from '../locales/zh_cn/editor.json' with { type: 'json' }
import { addVersion, openSample, SPANISH } from './pages/app.ts'
import { spawnServer } from '#tests/support/process.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache', 'screenshots')

type Words = Pick<typeof english, 'reference' | 'quality' | 'span' | 'speakers'>

async function takeAll(page: Page, name: string, words: Words): Promise<void> {
  const shot = async (what: string): Promise<void> => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${what}.png`) })
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await shot('editor')
  await page.getByLabel(words.reference, { exact: true }).selectOption({ index: 1 })
  await button(words.speakers).click()
  await page.getByLabel(words.span).selectOption('10s')
  await shot('speakers')
  await button(words.speakers).click()
  await page.getByRole('button', { name: new RegExp(`^${words.quality}`) }).click()
  await shot('quality')
  await page.getByTestId('timeline').focus()
  for (const [key, what] of [
    ['F1', 'keys'],
    ['Control+k', 'palette'],
    ['t', 'shift'],
  ] as const) {
    await page.keyboard.press(key)
    await shot(what)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
    await page.getByTestId('timeline').focus()
  }
}

/** Speakers, and lines that have them. */
async function addSpeakers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
  for (const [at, name] of ['Marta', 'Old fisherman'].entries()) {
    await page.getByRole('button', { name: 'Add speaker' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.row-number').nth(at).click()
    await page.getByRole('button', { name: new RegExp(`^Assign ${name}`) }).click()
  }
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
}

const data = mkdtempSync(join(tmpdir(), 'cuelane-screenshots-'))
const server = await spawnServer({ CUELANE_DATA: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(folder, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  const editor = await openSample(page, server.url)
  await addVersion(page, SPANISH, 'es')
  await page.reload()
  await editor.opened()
  await addSpeakers(page)
  for (const [language, words] of Object.entries({ en: english, zh_cn: chinese })) {
    for (const theme of ['dark', 'light']) {
      await page.evaluate(
        (choice) => {
          localStorage.setItem('language', choice.language)
          localStorage.setItem('theme', choice.theme)
        },
        { language, theme },
      )
      await page.reload()
      await editor.opened()
      await takeAll(page, `${language}-${theme}`, words)
    }
  }
  console.log(`Screenshots are in ${folder}`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
