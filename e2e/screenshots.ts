/** `npm run screenshots`: the screens at 1440x900 in both languages and themes, into .cache/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import english from '../locales/en/editor.json' with { type: 'json' }
import englishTasks from '../locales/en/tasks.json' with { type: 'json' }
import chinese from '../locales/zh_cn/editor.json' with { type: 'json' }
import chineseTasks from '../locales/zh_cn/tasks.json' with { type: 'json' }
import { addVersion, openSample, SPANISH } from './pages/app.ts'
import { choose } from './pages/choice.ts'
import { spawnServer } from '#tests/support/process.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache', 'screenshots')

type Words = Pick<
  typeof english,
  'reference' | 'quality' | 'span' | 'speakers' | 'version' | 'versions_title' | 'more' | 'row_density'
>

async function takeAll(page: Page, name: string, words: Words): Promise<void> {
  const shot = async (what: string): Promise<void> => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${what}.png`) })
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await shot('editor')
  await choose(page.getByLabel(words.reference, { exact: true }), { index: 1 })
  await button(words.speakers).click()
  await choose(page.getByLabel(words.span), '10s')
  await shot('speakers')
  await button(words.speakers).click()
  await page.getByRole('button', { name: new RegExp(`^${words.quality}`) }).click()
  await shot('quality')
  await page.getByTestId('timeline').focus()
  for (const [key, what] of [
    ['F1', 'keys'],
    ['Control+k', 'palette'],
    ['t', 'shift'],
    ['Shift+T', 'sync'],
    ['Control+g', 'go-to'],
    ['Control+h', 'find'],
  ] as const) {
    await page.keyboard.press(key)
    await shot(what)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
    await page.getByTestId('timeline').focus()
  }
}

/** Lists, menus and dialogs that open over the editor. */
async function takeOverlays(page: Page, name: string, words: Words): Promise<void> {
  const shot = async (what: string): Promise<void> => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${what}.png`) })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
  }
  await page.getByLabel(words.version, { exact: true }).click()
  await shot('version-list')
  await page.getByRole('button', { name: words.versions_title, exact: true }).click()
  await shot('versions')
  await page.getByRole('button', { name: words.more, exact: true }).click()
  await page.getByRole('menuitem', { name: words.row_density }).hover()
  await shot('more-menu')
  await page.keyboard.press('Escape')
  const box = await page.getByTestId('timeline').boundingBox()
  if (!box) return
  await page.mouse.click(box.x + 300, box.y + 60, { button: 'right' })
  await shot('shot-menu')
  await page.mouse.click(box.x + 60, box.y + box.height - 20, { button: 'right' })
  await shot('line-menu')
}

/** The pages around the editor, with a visitor's first ones. */
async function takePages(
  page: Page,
  url: string,
  name: string,
  words: Pick<typeof englishTasks, 'extract_title'>,
): Promise<void> {
  const shot = async (what: string): Promise<void> => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${what}.png`) })
  }
  for (const path of ['library', 'history', 'pro/srt-edit']) {
    await page.goto(`${url}/lab/${path}`)
    await shot(path.replaceAll('/', '-'))
  }
  await page.goto(`${url}/lab/library`)
  await page.locator('.video-card button[aria-haspopup]').first().click()
  await shot('video-menu')
  await page.getByRole('menuitem', { name: words.extract_title }).click()
  await shot('run-dialog')
}

/** What somebody without an account sees. */
async function takeVisitorPages(page: Page, url: string, name: string): Promise<void> {
  for (const [path, what] of [
    ['/', 'landing'],
    ['/login', 'login'],
    ['/login?tab=register', 'register'],
  ] as const) {
    await page.goto(`${url}${path}`)
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${what}.png`), fullPage: path === '/' })
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

function setPerson(page: Page, language: string, theme: string): Promise<void> {
  return page.evaluate(
    (choice) => {
      localStorage.setItem('language', choice.language)
      localStorage.setItem('theme', choice.theme)
    },
    { language, theme },
  )
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
  const visitor = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await visitor.goto(server.url)
  const address = page.url()
  for (const [language, words] of Object.entries({
    en: { ...englishTasks, ...english },
    zh_cn: { ...chineseTasks, ...chinese },
  })) {
    for (const theme of ['dark', 'light']) {
      for (const one of [page, visitor]) await setPerson(one, language, theme)
      await page.goto(address)
      await editor.opened()
      await takeAll(page, `${language}-${theme}`, words)
      await takeOverlays(page, `${language}-${theme}`, words)
      await takePages(page, server.url, `${language}-${theme}`, words)
      await takeVisitorPages(visitor, server.url, `${language}-${theme}`)
    }
  }
  console.log(`Screenshots are in ${folder}`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
