import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ChainInfo, ChainStep, ChainVideo } from '#core/contract/chain.ts'
import { plainGoals } from '#core/domain/goals.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { ChainCard } from '#src/pages/start/chains/ChainCard.tsx'
import { StartCard } from '#src/pages/start/chains/StartCard.tsx'
import { Composer } from '#src/pages/start/compose/Composer.tsx'
import { addVideos, clearIntake, intake, noteItem, removeItem, setGoals } from '#src/pages/start/compose/intake.ts'
import { resumeOnAnyPage } from '#src/pages/start/compose/resume.ts'
import { startIntake, starts } from '#src/pages/start/compose/starts.ts'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const language = (code: string, name: string) => ({ code, name })
const languages = {
  upload: [language('en', 'English'), language('es', 'Spanish'), language('fr', 'French')],
  extract: [language('en', 'English')],
  target_translate: [language('es', 'Spanish'), language('fr', 'French')],
  target_dubbing: [language('es', 'Spanish')],
  ...{ translate_pairs: { en: ['es', 'fr'] }, translate_through: {}, engines: [] },
}
const video = {
  ...{ video_id: 'v', folder_id: 'f', video_name: 'harbour', language: 'en', state: 1, progress: 1, fail_msg: '' },
  ...{ may_retry: false, access: 'own', import_host: '', video_cover: '', video_url: '', video_url_m3u8: '' },
  ...{ proxy_url: '', sound_url: '', content_hash: '', derived: { peaks: '', strip: '', shot_changes: '' } },
  video_info: {
    ...{ duration_ms: 10_000, width: 640, height: 360, rate: [25, 1], size: 1, is_wide: true, has_audio: true },
    ...{ has_picture: true, streams: [], damaged: [] },
  },
  ...{ subtitle_sum: 0, subtitle_languages: [], subtitle_region: null },
  ...{ subtitles_translate_id: '', video_erase_id: '', video_dub_only_id: '', create_time: '', days_left: 30 },
}
const step = (of: Partial<ChainStep>): ChainStep => ({
  ...{ key: 'extract en', step: 'extract', language: 'en', task_type: 'video_extract', needs: [], credits: 1 },
  ...{ is_estimate: false, file_id: '', state: 'waiting', progress: 0, doing: '', remaining_s: null, task_id: '' },
  ...{ result_url: '', reason: '', reason_key: '', flagged: 0, findings: null },
  ...of,
})
const chainVideo = (of: Partial<ChainVideo>): ChainVideo => ({
  ...{ video_id: 'v', video_name: 'harbour', folder_id: 'f', cover: '', duration_ms: 10_000, credits: 5 },
  ...{ is_estimate: false, state: 'running', progress: 0.4, remaining_s: 121, steps: [] },
  ...of,
})
const chainOf = (of: Partial<ChainInfo>): ChainInfo => ({
  ...{ chain_id: 'c', state: 'running', project_id: '', create_time: '', update_time: '', name: 'harbour' },
  ...{
    source_language: '',
    to_languages: ['es'],
    subtitles: true,
    erase: false,
    dub: true,
    synthesis_type: 'none',
    stops: [],
  },
  ...{ settings: {}, progress: 0.4, remaining_s: 121, credits: 5, credits_spent: 0, credits_held: 5 },
  ...{ credits_to_come: 4, is_estimate: false, video_sum: 1, video_sum_success: 0, video_sum_fail: 0 },
  ...{ video_sum_stopped: 0, skipped: [], videos: [] },
  ...of,
})
const quote = {
  ...{ credits: 5, is_estimate: false, balance: 200, videos: [], skipped: [], remarks: [] },
  parts: [
    { step: 'extract', tasks: 1, credits: 1, is_estimate: false },
    { step: 'dub', tasks: 1, credits: 4, is_estimate: false },
  ],
}

let root: Root | undefined
let answers: Record<string, unknown>
const sent: string[] = []

/** The server's answers at the border of the page. */
async function answer(path: string, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(path, location.href)
  const name = pathname.split('/').slice(-2).join('/')
  if (init?.method === 'POST') sent.push(`${name} ${String(init.body)}`)
  if (init?.method === 'DELETE') sent.push(name + search)
  const data = answers[name] ?? {}
  return Response.json(data instanceof Error ? { code: 1, message: data.message, data: {} } : { code: 0, data })
}

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'start', 'tasks', 'upload', 'errors')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { user_id: 'u', is_vistor: false } as typeof account.user
  localStorage.clear()
  answers = {
    'home.language/getlist': languages,
    'file.video/fileinfo': video,
    'history.chain/quote': quote,
    'user.info/getInfo': { credits: 200 },
  }
  sent.length = 0
  vi.spyOn(window, 'fetch').mockImplementation((path, init) => answer(String(path), init))
})
afterEach(() => {
  root?.unmount()
  clearIntake()
  setGoals(plainGoals)
  starts.list = []
  vi.restoreAllMocks()
})

function show(content: ReactNode): void {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
        <MemoryRouter>{content}</MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
}

const shown = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new RangeError(`no ${selector}`)
  return found
}
const button = (name: string): HTMLButtonElement => {
  const all = [...document.querySelectorAll('button')]
  const found = all.find((each) => each.textContent.trim() === name || each.getAttribute('aria-label') === name)
  if (!found) throw new RangeError(`no button ${name}`)
  return found
}
const clip = (name = 'harbour.mp4'): File => new File([new Uint8Array(20_000)], name, { type: 'video/mp4' })
const transferOf = (...files: File[]): DataTransfer => {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}

test('a visitor’s pasted file stays here, is priced, and leads to signing up', async () => {
  account.user = { user_id: 'guest', is_vistor: true } as typeof account.user
  show(<Composer isCustomer={false} isCompact={false} />)
  await shown('Drop videos here')
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transferOf(clip()), bubbles: true }))
  await shown('Stays on this computer until you sign up')
  noteItem(intake.items[0]!.key, { lengthMs: 10_000 })
  await shown('Up to 1 credit')
  button('DubSpoken in other languages, its music kept').click()
  await shown('Choose at least one language.')
  button('Spanish').click()
  await waitFor(() => expect(one('.intake-price').textContent).toBe('Up to 5 creditsSubtitles 1 · Dub 4'))
  expect(one('.intake-foot a').getAttribute('href')).toBe('/login?tab=register&redirect=/lab/workspace')
  expect(sent).toEqual([])
})

test('Enter on the focused drop zone opens the chooser, and a drag over the window shows where files land', async () => {
  const asked = vi.fn().mockResolvedValue([])
  vi.stubGlobal('showOpenFilePicker', asked)
  show(<Composer isCustomer isCompact={false} />)
  await shown('Drop videos here')
  one('.drop-target').focus()
  await userEvent.keyboard('{Enter}')
  expect(asked).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
  window.dispatchEvent(new DragEvent('dragover', { dataTransfer: transferOf(clip()), bubbles: true, cancelable: true }))
  await shown('Drop to add your videos')
  window.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))
  await waitFor(() => expect(document.querySelector('.composer-over')).toBeNull())
})

test('a prepared video has the server’s price; the start sends it as the most that may be paid', async () => {
  setGoals({ translate: true, dub: true, targets: ['es'] })
  addVideos([video])
  show(<Composer isCustomer isCompact={false} />)
  await waitFor(() => expect(one('.intake-price').textContent).toBe('5 creditsSubtitles 1 · Dub 4'))
  answers['history.chain/add'] = chainOf({})
  button('Start for 5 credits').click()
  await waitFor(() => expect(sent.some((request) => request.startsWith('history.chain/add'))).toBe(true))
  const order: unknown = JSON.parse(sent.find((request) => request.startsWith('history.chain/add'))!.split(' ')[1]!)
  expect(order).toMatchObject({ video_ids: ['v'], to_languages: ['es'], dub: true, most_credits: 5 })
  await shown('Drop videos here')
  await waitFor(() => expect(starts.list).toEqual([]))
})

test('without subtitles only the picture is cleaned, and no language is asked for', async () => {
  addVideos([video])
  show(<Composer isCustomer isCompact={false} />)
  await shown('Clean picture')
  button('SubtitlesWhat is said, as text').click()
  await waitFor(() => expect(document.querySelector('.goal-fields')).toBeNull())
  expect(button('Clean pictureBurned-in text is removed').ariaPressed).toBe('true')
  answers['history.chain/add'] = chainOf({})
  await waitFor(() => expect(one('.intake-price').textContent).toContain('credits'))
  button('Start for 5 credits').click()
  await waitFor(() => expect(sent.some((request) => request.startsWith('history.chain/add'))).toBe(true))
  const order: unknown = JSON.parse(sent.find((request) => request.startsWith('history.chain/add'))!.split(' ')[1]!)
  expect(order).toMatchObject({ subtitles: false, erase: true, to_languages: [], dub: false, synthesis_type: 'none' })
})

test('an order that is refused says why, and can be changed: its videos and goalSets are back', async () => {
  answers['history.chain/add'] = new Error('The price is now 9 credits')
  setGoals({ translate: true, targets: ['es'] })
  addVideos([video])
  startIntake({ ...intake.goals }, 5)
  show(<StartCard start={starts.list[0]!} />)
  await waitFor(() => expect(starts.list[0]!.state).toBe('failed'))
  show(<StartCard start={{ ...starts.list[0]! }} />)
  await waitFor(() => expect(one('[role=alert]').textContent).toBe('The price is now 9 credits'))
  expect(intake.items).toEqual([])
  button('Change').click()
  expect(intake.items.map(({ name }) => name)).toEqual(['harbour'])
  expect(intake.goals.targets).toEqual(['es'])
  expect(starts.list).toEqual([])
})

test('an order of a page that was closed after the upload begins at the next visit, with its key and its price', async () => {
  const goals = { ...plainGoals, translate: true, targets: ['es'] }
  const kept = { key: 'first', owner: 'u', videos: [{ id: 'v', name: 'harbour' }], goals, mostCredits: 7 }
  localStorage.setItem('chain_starts', JSON.stringify([kept, { ...kept, key: 'of another', owner: 'other' }]))
  answers['history.chain/add'] = chainOf({})
  resumeOnAnyPage()
  const orders = await waitFor(() => {
    const found = sent.filter((request) => request.startsWith('history.chain/add'))
    expect(found).toHaveLength(1)
    return found
  })
  await waitFor(() => expect(starts.list).toEqual([]))
  expect(JSON.parse(orders[0]!.split(' ')[1]!)).toMatchObject({ idempotency_key: 'first', most_credits: 7 })
  expect(localStorage.getItem('chain_starts')).not.toContain('first')
})

test('files that are taken off leave no empty folder, and a folder with something in it stays', async () => {
  for (const [folder_id, file_sum] of [
    ['full', 1],
    ['empty', 0],
  ] as const) {
    answers['space.folder/getlist'] = { list: [{ folder_id, file_sum }], total: 1 }
    intake.folderId = folder_id
    addVideos([video])
    removeItem(intake.items[0]!.key)
    expect(intake.folderId).toBe('')
    await waitFor(() => expect(window.fetch).toHaveBeenCalled())
    await Promise.all(vi.mocked(window.fetch).mock.results.map(({ value }) => value as Promise<Response>))
  }
  await waitFor(() => expect(sent).toEqual(['space.folder/del?folder_id=empty']))
})

test('an order shows its steps with share and remaining time, a failure with Try again, and results with their ways', async () => {
  const running = chainVideo({
    steps: [step({ state: 'running', doing: 'speech' }), step({ key: 'dub es', step: 'dub', language: 'es' })],
  })
  answers['history.chain/getinfo'] = chainOf({ videos: [running] })
  show(<ChainCard chain={chainOf({})} />)
  await shown('Recognising speech · 40% · about 2 min left')
  expect([...document.querySelectorAll('.chain-steps > li')].map((each) => each.textContent)).toEqual([
    'Subtitles · Englishrunning',
    'Dub · Spanishto come',
  ])
  root?.unmount()
  const failed = chainVideo({ state: 'failed', steps: [step({ state: 'failed', reason: 'No speech was found' })] })
  answers['history.chain/getinfo'] = chainOf({ state: 'failed', videos: [failed] })
  show(<ChainCard chain={chainOf({ state: 'failed' })} />)
  await shown('Subtitles: No speech was found')
  button('Try again').click()
  await waitFor(() => expect(sent.some((request) => request.startsWith('history.chain/retry'))).toBe(true))
  root?.unmount()
  const done = chainVideo({
    state: 'done',
    steps: [
      step({ state: 'done', file_id: 'english' }),
      step({ key: 'dub es', step: 'dub', language: 'es', state: 'done', result_url: '/r.mp4?n', file_id: 'spanish' }),
    ],
  })
  answers['history.chain/getinfo'] = chainOf({ state: 'done', videos: [done] })
  show(<ChainCard chain={chainOf({ state: 'done', credits_spent: 5 })} />)
  await waitFor(() => expect(document.querySelectorAll('.result-tile')).toHaveLength(1))
  expect(button('Watch harbour · Spanish').textContent).toContain('Spanish')
  expect(one('.result-ways a').getAttribute('href')).toBe('/lab/pro/srt-edit?video=v&file=spanish')
})
