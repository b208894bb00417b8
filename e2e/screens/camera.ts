import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { painted } from '../pages/painted.ts'

const root = join(import.meta.dirname, '../..')
export const screenshotFolder = join(root, '.cache', 'screenshots')

type Catalogue = Readonly<Record<string, string>>

/** Takes pictures of screens by the words of one language, in one theme. */
export class Camera {
  readonly page: Page
  readonly language: string
  readonly theme: string
  /** Begins the names of the pictures. */
  private readonly prefix: string
  private readonly catalogues = new Map<string, Catalogue>()

  constructor(page: Page, language: string, theme: string, prefix = '') {
    this.page = page
    this.language = language
    this.theme = theme
    this.prefix = prefix
  }

  /** The same of another page. */
  on(page: Page): Camera {
    return new Camera(page, this.language, this.theme, this.prefix)
  }

  /** A message as it stands on the screens: `editor:more`. */
  word(key: string): string {
    const [namespace = '', name = ''] = key.split(':')
    const text = this.catalogue(namespace)[name]
    if (text === undefined) throw new RangeError(`No message ${key}`)
    return text
  }

  private catalogue(namespace: string): Catalogue {
    const known = this.catalogues.get(namespace)
    if (known) return known
    const path = join(root, 'locales', this.language, `${namespace}.json`)
    const read = JSON.parse(readFileSync(path, 'utf8')) as Catalogue
    this.catalogues.set(namespace, read)
    return read
  }

  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.word(key), exact: true })
  }

  /** What the page shows once its program is there and it stands still. */
  async shot(what: string): Promise<void> {
    // Until something is mounted there is no spinner either.
    await this.page.locator('#root > *').first().waitFor()
    await this.page.locator('.fill-centre > .bp6-spinner').waitFor({ state: 'detached' })
    await painted(this.page)
    await this.page.screenshot({
      path: join(screenshotFolder, `${this.prefix}${this.language}-${this.theme}-${what}.png`),
    })
  }

  /** Waits until every video of the page shows a picture. */
  async showsVideos(): Promise<void> {
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll('video')].every(
        ({ readyState, networkState }) =>
          readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || networkState !== HTMLMediaElement.NETWORK_LOADING,
      ),
    )
  }

  /** The same of something that Escape closes again. */
  async shotOfOverlay(what: string): Promise<void> {
    await this.shot(what)
    await this.page.keyboard.press('Escape')
    await painted(this.page)
  }

  /** Does a command of the editor by its name in the list of all of them. */
  async command(action: string): Promise<void> {
    await this.page.getByTestId('timeline').focus()
    await this.page.keyboard.press('Control+k')
    const field = this.page.getByPlaceholder(this.word('editor:palette_hint'))
    await field.fill(this.word(`editor:action_${action}`))
    await this.page.keyboard.press('Enter')
    await field.waitFor({ state: 'hidden' })
  }

  /** The language and the theme of the next page that is opened. */
  async dress(): Promise<void> {
    await this.page.evaluate(
      ([language, theme]) => {
        localStorage.setItem('language', language!)
        localStorage.setItem('theme', theme!)
      },
      [this.language, this.theme],
    )
  }
}
