import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { DrawnView } from '#src/editor/timeline/scene.ts'
import { type Client, clientOf } from '#tests/support/client.ts'

let people = 0

/** A second version for the sample: two lines translated, one as it was. */
export const SPANISH = `1
00:00:00,900 --> 00:00:03,100
Buenos días y bienvenidos al puerto.

2
00:00:04,000 --> 00:00:07,200
Los primeros barcos salen antes del sol.

3
00:00:08,055 --> 00:00:10,560
How long have you been working on the water?
`

const VIDEO_READY = 1

function newPerson(): { name: string; email: string } {
  const name = `person${Date.now()}${++people}`
  return { name, email: `${name}@example.org` }
}

export async function signUp(page: Page, url: string): Promise<void> {
  const { name, email } = newPerson()
  await page.goto(`${url}/login?tab=register&redirect=/lab/library`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Create account' }).click()
  // The address of the login names that page too.
  await page.waitForURL(({ pathname }) => pathname === '/lab/library')
}

/** The personal space. */
export class LibraryPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async newFolder(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New folder' }).first().click()
    await this.page.getByLabel('Folder name').fill(name)
    await this.page.getByRole('button', { name: 'Create' }).click()
    await expect(this.page.getByRole('heading', { name })).toBeVisible()
  }

  async upload(path: string): Promise<void> {
    await this.page.getByTestId('video-files').setInputFiles(path)
  }

  get card(): Locator {
    return this.page.locator('.video-card')
  }

  async ready(timeout = 120_000): Promise<void> {
    await expect(this.card).toHaveAttribute('data-state', 'succeeded', { timeout })
  }

  async choose(entry: string): Promise<void> {
    await this.card.getByRole('button', { name: /^Actions for/ }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Starts the task of the open dialog and waits until it is done. */
  async run(type: string): Promise<Locator> {
    const task = this.card.locator('.task')
    const before = (await task.count()) > 0 ? await task.getAttribute('data-task') : ''
    await this.page.getByRole('button', { name: /^Start for/ }).click()
    // A card shows the newest one.
    const newest = this.card.locator(`.task[data-type=${type}]:not([data-task="${before}"])`)
    await expect(newest).toHaveAttribute('data-state', 'succeeded', { timeout: 120_000 })
    return newest
  }
}

/** The Pro subtitle editor. */
export class EditorPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  get timeline(): Locator {
    return this.page.getByTestId('timeline')
  }

  get rows(): Locator {
    return this.page.locator('.row')
  }

  /** Waits until the timeline is drawn and the waveform is read. */
  async opened(): Promise<void> {
    // A video that was added just now is prepared first.
    await expect(this.timeline.locator('canvas').first()).toBeVisible({ timeout: 120_000 })
    await expect(this.timeline).toHaveAttribute('data-video', 'done', { timeout: 120_000 })
    await expect(this.timeline).toHaveAttribute('data-view', /frames/)
  }

  /** What the timeline shows, once all that it was asked for is drawn. */
  drawnView(): Promise<DrawnView> {
    return this.timeline.evaluate(async (element: HTMLElement) => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return JSON.parse(element.dataset['view'] ?? '') as DrawnView
    })
  }

  /** Pixels from the left of the timeline to a time. */
  async xOf(ms: number): Promise<number> {
    const { startMs, pxPerMs } = await this.drawnView()
    return (ms - startMs) * pxPerMs
  }

  /** Place on the page of a time on the cue track. */
  async at(ms: number): Promise<{ x: number; y: number }> {
    const x = await this.xOf(ms)
    const box = (await this.timeline.boundingBox())!
    return { x: box.x + x, y: box.y + box.height - 22 }
  }

  /** Time of the video, in milliseconds. */
  playedMs(): Promise<number> {
    return this.page.evaluate(() => document.querySelector('video')!.currentTime * 1000)
  }

  /** Waits while the video plays on for so many milliseconds of its own time, which a slow machine takes longer for. */
  async playsOn(ms: number): Promise<void> {
    const until = (await this.playedMs()) + ms
    await this.page.waitForFunction((end) => document.querySelector('video')!.currentTime * 1000 >= end, until)
  }

  async drag(fromMs: number, toMs: number, offsetPx = 0, free = true): Promise<void> {
    const from = await this.at(fromMs)
    const to = await this.at(toMs)
    if (free) await this.page.keyboard.down('Alt')
    await this.page.mouse.move(from.x + offsetPx, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 })
    await this.page.mouse.move(to.x + offsetPx, from.y, { steps: 4 })
    await this.page.mouse.up()
    if (free) await this.page.keyboard.up('Alt')
  }

  /** As the list shows them. */
  times(row: number): Promise<[string, string]> {
    return this.page.locator(`.row[aria-rowindex="${row}"]`).evaluate((element) => {
      const [start = '', end = ''] = [...element.querySelectorAll('.row-time')].map(({ textContent }) => textContent)
      return [start, end]
    })
  }

  /** A row is chosen, which has the fields then. */
  async comeTo(row: number): Promise<void> {
    await this.page.locator(`.row[aria-rowindex="${row}"] .row-number`).click()
  }

  /** Writes a time over the one in a field. */
  async typeTime(label: string, time: string): Promise<void> {
    await this.comeTo(Number(/\d+$/.exec(label)))
    const field = this.page.getByLabel(label, { exact: true })
    await field.focus()
    await field.fill(time)
  }

  async saved(): Promise<void> {
    await expect(this.page.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
  }

  async leave(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save and exit' }).click()
    await this.page.waitForURL('**/lab/library/file/**')
  }
}

/** The text of a row. */
export function rowText(page: Page, row: number): Locator {
  return page.locator(`.row[aria-rowindex="${row}"] .row-text`)
}

/** Clicks on the text of a row; its field has the focus then. */
export async function enterText(page: Page, row: number): Promise<Locator> {
  // The fields of the focused line lie over its row.
  await rowText(page, row).click({ force: true })
  const field = page.getByLabel(`Text of line ${row}`, { exact: true })
  await expect(field).toBeFocused()
  return field
}

/** A new signed-in user; the sign-up pages have separate flows. */
export async function signIn(page: Page, url: string, person = newPerson(), shownAt = url): Promise<Client> {
  const client = clientOf(url)
  const signedIn = await client.ok('registerAccount', { ...person, password: 'secret-123' })
  client.signIn(signedIn.access_token)
  await page.goto(`${shownAt}/health`)
  await page.evaluate(({ access_token: token, expires_at, userinfo, auth_list }) => {
    localStorage.setItem('access_token', JSON.stringify({ token, expires_at }))
    localStorage.setItem('userinfo', JSON.stringify(userinfo))
    localStorage.setItem('auth_list', JSON.stringify(auth_list))
  }, signedIn)
  return client
}

/** Uploads a local video and waits until it is prepared; returns its id. */
export async function uploadVideo(
  client: Client,
  url: string,
  { folder_id, path }: { folder_id: string; path: string },
): Promise<string> {
  const body = await readFile(path)
  const begun = await client.ok('getUploadToken', { file_name: basename(path), class: 'video', size: body.length })
  await fetch(url + begun.uploadurl, { method: 'PUT', body })
  const { video_id } = await client.ok('addVideo', { upload_id: begun.upload_id, folder_id })
  await videoIsReady(client, video_id)
  return video_id
}

/** Waits until a video is prepared. */
export function videoIsReady(client: Client, file_id: string): Promise<void> {
  return expect
    .poll(async () => (await client.ok('getVideo', { file_id })).state, { timeout: 120_000 })
    .toBe(VIDEO_READY)
}

/** The sample project of a new person with its English version alone, ready for the editor. */
export async function newSample(page: Page, url: string) {
  const client = await signIn(page, url)
  const place = await client.ok('openSample', { sample_id: 'harbour' })
  const { list } = await client.ok('listVersions', place)
  for (const { file_id, language } of list) {
    if (language !== 'en') await client.ok('deleteVersion', { folder_id: place.folder_id, subtitles_id: file_id })
  }
  await videoIsReady(client, place.video_id)
  return { client, place }
}

/** The editor of a video, at one of its versions. */
export async function openEditor(page: Page, url: string, query: Record<string, string>): Promise<EditorPage> {
  await page.goto(`${url}/lab/pro/srt-edit?${new URLSearchParams(query)}`)
  const editor = new EditorPage(page)
  await editor.opened()
  return editor
}

/** The sample project of a new person with its English version alone, open in the editor. */
export async function openSample(page: Page, url: string): Promise<EditorPage> {
  const { place } = await newSample(page, url)
  return openEditor(page, url, { video: place.video_id })
}

/** Adds a version to the open video through the server; the page does not know of it. */
export async function addVersion(page: Page, content: string, language = 'en'): Promise<string> {
  const video = new URL(page.url()).searchParams.get('video')
  const answer = await page.evaluate(
    async ({ content, video, language }) => {
      const { token } = JSON.parse(localStorage.getItem('access_token')!) as { token: string }
      const headers = { 'content-type': 'application/json', token }
      const info = await fetch(`/admin/file.video/fileinfo?file_id=${video}`, { headers })
      const { data } = (await info.json()) as { data: { folder_id: string } }
      const body = { folder_id: data.folder_id, video_id: video, name: 'mine', language, content }
      const response = await fetch('/admin/file.srt/add', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as { code: number; message: string; data: { file_id: string } }
    },
    { content, video, language },
  )
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.file_id
}

/** The sample with a given version, open in the editor. */
export async function openVersion(
  page: Page,
  url: string,
  content: string,
  rows: number,
  language: LanguageCode = 'en',
): Promise<EditorPage> {
  const { client, place } = await newSample(page, url)
  const { file_id } = await client.ok('addVersion', { ...place, name: 'mine', language, content })
  const editor = await openEditor(page, url, { video: place.video_id, file: file_id })
  await expect(editor.rows).toHaveCount(rows)
  return editor
}

/** Sample with a Spanish version and an English one. */
export async function openTwo(page: Page, url: string): Promise<{ editor: EditorPage; spanish: string }> {
  const { client, place } = await newSample(page, url)
  const spanish = { ...place, name: 'mine', language: 'es', content: SPANISH } as const
  const { file_id } = await client.ok('addVersion', spanish)
  return { editor: await openEditor(page, url, { video: place.video_id }), spanish: file_id }
}

/** Chooses an entry of the editor's menu. */
export async function menu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
