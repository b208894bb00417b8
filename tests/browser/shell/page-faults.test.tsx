import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { storeSession } from '#src/api/session.ts'
import type { PagesPeople } from '#tests/support/pages-server.ts'
import { leavePage, open, startPages, STARTING_MS } from './open-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let people: PagesPeople
let pass: typeof window.fetch
/** Ends of addresses whose requests get no answer. */
let lost: readonly string[] = []
/** Ends of addresses whose answers do not come. */
let late: readonly string[] = []

beforeAll(async () => {
  people = await startPages('en')
  pass = vi.mocked(window.fetch).getMockImplementation()!
  vi.mocked(window.fetch).mockImplementation((input, init) => {
    const path = typeof input === 'string' ? (input.split('?')[0] ?? '') : ''
    if (lost.some((end) => path.endsWith(end))) return Promise.reject(new TypeError('Failed to fetch'))
    if (late.some((end) => path.endsWith(end))) return new Promise(() => undefined)
    return pass(input, init)
  })
}, STARTING_MS)
afterEach(() => {
  lost = []
  late = []
  leavePage()
})
afterAll(() => vi.restoreAllMocks())

const WAIT = { timeout: 20_000 }
const find = <T extends HTMLElement>(selector: string, name = ''): Promise<T> =>
  waitFor(() => {
    const found = [...document.querySelectorAll<T>(selector)].find((each) =>
      (each.getAttribute('aria-label') ?? each.textContent).includes(name),
    )
    if (!found) throw new Error(`no ${selector} ${name}`)
    return found
  }, WAIT)
const shown = (text: string): Promise<void> => waitFor(() => expect(document.body.textContent).toContain(text), WAIT)
const gone = (text: string): Promise<void> => waitFor(() => expect(document.body.textContent).not.toContain(text), WAIT)

test('a page of a task says that no video is there', async () => {
  storeSession(people.staff)
  await open('/lab/subtitleRemoval')
  await shown('No videos in your space yet')
})

test.each([
  ['space.folder/getlist', 'videoTranslate', 'Your folders couldn’t be loaded'],
  ['file.video/getlist', 'subtitleRemoval', 'The videos of this folder couldn'],
  ['home.language/getlist', 'subtitleTranslate', 'The languages couldn’t be loaded.'],
])('where %s can’t be read, %s says so with a way to ask again', async (address, page, says) => {
  storeSession(people.customer)
  lost = [address]
  await open(`/lab/${page}`)
  await shown(says)
  lost = []
  ;(await find('button', 'Try again')).click()
  await gone(says)
})

test('videos that come late keep their places', async () => {
  storeSession(people.customer)
  late = ['file.video/getlist']
  void open('/lab/videoTranslate').catch(() => undefined)
  await find('.task-videos .skeleton')
  await find('.task-work.skeleton')
})

test('where it is not known what engines translate into that is said, and the language keeps its name', async () => {
  storeSession(people.customer)
  lost = ['home.language/getlist']
  await open(`/lab/library/file/${people.folderId}`)
  ;(await find('.video-card button', 'Actions for')).click()
  ;(await find('[role=menuitem]', 'Translate subtitles')).click()
  await shown('The languages couldn’t be loaded')
  const label = await find<HTMLLabelElement>('[role=dialog] label', 'Target language')
  const target = (): string | undefined => document.getElementById(label.htmlFor)?.textContent
  const before = target()
  lost = []
  ;(await find('[role=dialog] button', 'Try again')).click()
  await gone('The languages couldn’t be loaded')
  expect([before, target()]).toEqual(['Simplified Chinese', 'Spanish'])
})
