import '#src/style.css'
import '#src/editor/shell/editor.css'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import type { Editor, EditorParts } from '#src/editor/context/editor.ts'
import { showNotice } from '#src/editor/context/notices.ts'
import { Workspace } from '#src/editor/shell/Workspace.tsx'
import { LibraryBinding } from '#src/editor/store/linked/library.ts'
import { startUi, UiProvider } from '#src/ui/start.tsx'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { startWords } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const real = window.fetch.bind(window)

/** A busy machine takes longer than the default second. */
const WAIT = { timeout: 15_000, interval: 20 }

let open: { readonly root: Root; readonly place: HTMLElement } | undefined

/** Prepares the whole editor's page. */
export async function startWorkspace(): Promise<void> {
  await page.viewport(1440, 900)
  await startWords()
  startUi()
}

interface Opened {
  readonly versions?: FakeVersions
  readonly library?: LibraryBinding
  readonly parts?: Partial<EditorParts>
  readonly src?: string
}

/** The whole editor over an open version without a server, with the timeline's keyboard. */
export async function openWorkspace(lines: string | readonly Cue[], opened: Opened = {}): Promise<Editor> {
  unmount()
  // No server answers: what it would report stays unknown.
  vi.spyOn(window, 'fetch').mockImplementation((path, init) =>
    typeof path === 'string' && path.startsWith('/admin') ? new Promise(() => undefined) : real(path, init),
  )
  // It would lie over the page.
  localStorage.setItem('cuelane-tour', 'seen')
  const { versions = new FakeVersions({}), library, parts = {}, src } = opened
  const { editor } = openEditor(typeof lines === 'string' ? lines : '', versions, [], {
    media: video,
    notify: showNotice,
    library,
    ...(typeof lines !== 'string' && { cues: lines }),
    ...parts,
  })
  const place = document.createElement('div')
  place.className = 'editor'
  document.body.append(place)
  const root = createRoot(place)
  open = { root, place }
  root.render(
    <UiProvider>
      <MemoryRouter>
        <Workspace editor={editor} playback={{ src, source: src === undefined ? undefined : { url: src } }} />
      </MemoryRouter>
    </UiProvider>,
  )
  await until(() => {
    expect(document.querySelector('[data-testid=timeline] canvas')).not.toBeNull()
    expect(document.querySelector<HTMLElement>('[data-testid=timeline]')?.dataset['view']).toMatch(/frames/)
  })
  timeline().focus()
  return editor
}

function unmount(): void {
  open?.root.unmount()
  open?.place.remove()
  open = undefined
}

/** Ends what is shown, and forgets what it has stored. */
export function closeWorkspace(): void {
  unmount()
  localStorage.clear()
}

export const video: EditorParts['media'] = {
  ...{ name: 'test', language: 'en', durationMs: 40_000, rate: { num: 25, den: 1 } },
  ...{ width: 640, height: 360, hasPicture: true, derived: {}, shots: undefined },
}

/** A place in the library with a video and versions of it, by id. */
export function libraryOf(fileId: string, languages: Readonly<Record<string, string>>): LibraryBinding {
  const versions = Object.entries(languages).map(
    ([file_id, language], at) =>
      ({ file_id, language, name: file_id, version: at + 1, from: 'add', is_use: false }) as unknown as SubtitleVersion,
  )
  const { durationMs: duration_ms, width, height, rate } = video
  const video_info = { duration_ms, width, height, rate: [rate.num, rate.den], streams: [], damaged: [] }
  const own = { video_id: 'video', folder_id: 'folder', video_name: 'test', access: 'own', video_info }
  return new LibraryBinding(fileId, { video: own as unknown as Video, versions, roles: [], onOpen: () => undefined })
}

/** Waits until a check holds. */
export const until = <T,>(check: () => T | Promise<T>): Promise<T> => waitFor(check, WAIT)

export const timeline = (): HTMLElement => found('[data-testid=timeline]')

export function found<E extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(selector)
  if (!element) throw new RangeError(`no ${selector}`)
  return element
}

/** Waits for an element. */
export const come = <E extends HTMLElement = HTMLElement>(selector: string, text = ''): Promise<E> =>
  until(() => {
    const element = all<E>(selector).find(({ textContent }) => textContent.includes(text))
    if (!element) throw new RangeError(`no ${selector} with ${text}`)
    return element
  })

/** Waits until no such element is there. */
export const gone = (selector: string): Promise<void> =>
  until(() => expect(document.querySelector(selector)).toBeNull())

export const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
  ...document.querySelectorAll<E>(selector),
]

/** Presses keys one after another, each as in `Control+Shift+z`. */
export async function press(...chords: string[]): Promise<void> {
  for (const chord of chords) {
    const [key = '', ...held] = chord.split(/\+(?=.)/).toReversed()
    const down = held
      .toReversed()
      .map((name) => `{${name}>}`)
      .join('')
    const up = held.map((name) => `{/${name}}`).join('')
    await userEvent.keyboard(`${down}${key.length > 1 ? `{${key}}` : key.replace(/[[{]/, '$&$&')}${up}`)
  }
}

/** Types letters. */
export const type = (text: string): Promise<void> => userEvent.keyboard(text.replaceAll(/[[{]/g, '$&$&'))

/** Clicks on an element once it is there: that of a selector, with a text. */
export async function click(
  selector: string,
  text = '',
  modifiers: Parameters<typeof userEvent.click>[1] = {},
): Promise<void> {
  await userEvent.click(await come(selector, text), modifiers)
}

export const row = (n: number): HTMLElement => found(`.row[aria-rowindex="${n}"]`)
export const rowText = (n: number): string => found('.row-text', row(n)).innerText.trim()
export const times = (n: number): string[] =>
  [...row(n).querySelectorAll('.row-time')].slice(0, 2).map(({ textContent }) => textContent)
export const focusedRow = (): number => Number(found('.row-focused').getAttribute('aria-rowindex'))
export const rowCount = (): number => Number(found('[role=grid]').getAttribute('aria-rowcount'))
export const textField = (): HTMLTextAreaElement => found<HTMLTextAreaElement>('.row-field')
export const clock = (): string => found('[data-testid=clock]').textContent
/** Chooses a row by its number. */
export const comeTo = (n: number): Promise<void> => userEvent.click(found('.row-number', row(n)))

/** Enters the text of a row. */
export async function enterText(n: number): Promise<HTMLTextAreaElement> {
  await userEvent.click(found('.row-text', row(n)), { force: true })
  await until(() => expect(document.activeElement).toBe(textField()))
  expect(textField().getAttribute('aria-label')).toBe(`Text of line ${n}`)
  return textField()
}

/** Chooses from a list that a button opens. */
export async function choose(label: string, option: string): Promise<void> {
  const list = await until(() => {
    const of = all<HTMLButtonElement>('[role=combobox]').find((each) => nameOf(each) === label)
    if (!of) throw new RangeError(`no list ${label}`)
    return of
  })
  await userEvent.click(list)
  const options = await until(() => {
    const listed = all('[role=option]').filter(
      ({ dataset, textContent }) => dataset['value'] === option || textContent.trim() === option,
    )
    expect(listed).toHaveLength(1)
    return listed
  })
  options[0]!.click()
  await gone('[role=listbox]')
}

/** Cues with texts, one each so many milliseconds. */
export const evenly = (texts: readonly string[], eachMs: number, lengthMs: number): Cue[] =>
  texts.map((text, at) => makeCue(`c${at + 1}`, at * eachMs, at * eachMs + lengthMs, text))

/** A button or field of a name. */
export const labelled = (name: string, within = ''): string => `${within} [aria-label="${name}"]`

/** Selects the rows from one to another. */
export async function chooseRows(from: number, to: number): Promise<void> {
  await comeTo(from)
  await userEvent.click(found('.row-number', row(to)), { modifiers: ['Shift'] })
}

const nameOf = (field: HTMLInputElement | HTMLButtonElement): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').trim()

/** Waits for the fields that have a label. */
export const fields = (label: string, count = 1): Promise<HTMLInputElement[]> =>
  until(() => {
    const of = all<HTMLInputElement>('input, textarea').filter((each) => nameOf(each) === label)
    expect(of, label).toHaveLength(count)
    return of
  })

/** Writes over a field with a label. */
export async function fill(label: string, text: string): Promise<void> {
  const [field] = await fields(label)
  await userEvent.fill(field!, text)
}

/** Nothing serious for a screen reader in a part of the page. Colours fade for a moment; a fault stays. */
export const noSeriousFault = (selector: string): Promise<void> =>
  until(async () => {
    const { violations } = await axe.run(selector, { resultTypes: ['violations'] })
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

/** The texts that are saved as files while something is done. */
export async function savedTexts(work: () => Promise<void>): Promise<string[]> {
  const blobs: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'data:,'
  })
  try {
    await work()
    await until(() => expect(blobs.length).toBeGreaterThan(0))
    return await Promise.all(blobs.map((blob) => blob.text()))
  } finally {
    saving.mockRestore()
  }
}
