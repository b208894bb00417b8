import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { serveFolders } from '#tests/support/range-server.ts'
import { Driven } from './driven.ts'
import { buildPages } from './pages.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'plain-site')

/** A React page with only a text area, in a separate tab. */
export interface PlainPage {
  readonly page: Page
  readonly driven: Driven
  readonly url: string
  close(): Promise<void>
}

export async function openPlainPage(browser: Browser): Promise<PlainPage> {
  await buildPages('plain', site)
  const server = await serveFolders([site])
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const url = `${server.url}/plain.html`
  await page.goto(url)
  await page.waitForSelector('textarea')
  const close = async (): Promise<void> => {
    await page.close()
    server.close()
  }
  return { page, driven: await Driven.over(page), url, close }
}
