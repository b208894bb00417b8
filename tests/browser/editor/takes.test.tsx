import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MOST_TAKES } from '#core/domain/line-voice.ts'
import { LineDetails } from '#src/editor/features/lines/LineDetails.tsx'
import { AuditionDialog } from '#src/editor/features/dub/AuditionDialog.tsx'
import { focusTakes } from '#src/editor/features/dub/focus-takes.ts'
import { takesOf } from '#src/editor/features/dub/takes.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { LibraryBinding } from '#src/editor/store/linked/library.ts'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { mount, named, shown, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

const manner = { speed: [0.5, 2], pitch: [-8, 9], gap: 500, phonemes: true }
const traits = { languages: ['en'], gender: 'male', age: 'youth', style: 'calm' }
const voices = ['paul', 'clara'].map((name) => ({ voice_id: `e/${name}`, name, manner, ...traits }))
const take = (number: number, said: string, more: object = {}) => ({
  ...{ take_id: `t${number}`, cue_id: 'a', number, text: said, said, voice: 'e/paul', speed: 1, pitch: 0, gap: 0 },
  ...{ duration_ms: 900 * number, sound_url: `/take-${number}.wav`, breaks_off: false, is_starred: false, ...more },
})

/** A server with takes of one line; returns the calls that were made, as `path body`. */
function serve(takes: readonly object[]): string[] {
  const calls: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    '/admin/jowoai.voices/getlist': { list: voices },
    '/admin/file.take/getlist': { list: takes, next: '' },
    '/admin/file.take/voices': { list: [], pronunciations: [{ language: '', word: 'nguyen', say: 'win' }] },
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin)
    const path = Object.keys(answers).find((each) => pathname.endsWith(each)) ?? pathname
    calls.push(`${pathname} ${typeof init?.body === 'string' ? init.body : ''}`)
    return Response.json({ code: 0, message: '', data: answers[path] ?? {} })
  })
  return calls
}

function open(text: string, roles: readonly object[] = []) {
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const library = new LibraryBinding('file', { video, versions: [], roles: roles as never, onOpen: () => undefined })
  const { editor } = openEditor(text, new FakeVersions({}), [], { library })
  editor.panels.hasVoices = true
  mount(
    editor,
    <>
      <LineDetails />
      <AuditionDialog />
    </>,
  )
  editor.session.focus('a')
  return editor
}

const played: string[] = []
class Sound extends EventTarget {
  constructor(url: string) {
    super()
    played.push(url)
  }
  play = async (): Promise<void> => undefined
  pause = (): void => undefined
}

test('takes are listed newest first; keys play, star and restore them, and an edit makes them stale', async () => {
  vi.stubGlobal('Audio', Sound)
  const calls = serve([take(3, 'win came home', { speed: 1.2 }), take(2, 'win came home'), take(1, 'Hello')])
  const editor = open('a[0-2000 Nguyen came home] b[4100-9000 Then I went home]')
  await shown('paul 1.2×')
  const rows = (): string[] => [...document.querySelectorAll('.take-words')].map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(rows()).toEqual([
      'paul 1.2× · 2.7 s, 0.7 s too long · other text or voice',
      'paul · 1.8 s, fits · in the dub',
      'paul · 0.9 s, fits · other text or voice',
    ]),
  )
  await shown('Voice, as heard')
  focusTakes()
  const list = document.activeElement as HTMLElement
  expect(list.className).toBe('takes')
  const press = (key: string) =>
    list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  press('1')
  press('7')
  press('2')
  expect(played).toEqual(['/take-1.wav', '/take-2.wav'])
  press('s')
  await waitFor(() => expect(rows()[0]).toContain('in the dub'))
  expect(calls.at(-1)).toContain('"take_id":"t3","starred":true')
  press('r')
  await waitFor(() => expect(takesOf(editor).voiceOf('a').speed).toBe(1.2))
  expect(calls.some((each) => each.includes('/setvoice') && each.includes('"speed":1.2'))).toBe(true)
  editor.session.type('a', 'Nguyen went home')
  await waitFor(() => expect(rows().join()).not.toContain('in the dub'))
  await named('button', 'Choose take 2 for the dub')
})

test('a line has the voice of its speaker; voices are compared on it, and one becomes the speaker’s', async () => {
  const anna = { folder_role_id: 'anna', role_name: 'Anna', folder_id: 'f', role_avatar: [], voices: { en: 'e/clara' } }
  vi.stubGlobal('Audio', Sound)
  const calls = serve([take(2, 'Hi', { voice: 'e/paul' }), take(1, 'Hi', { voice: 'e/clara' })])
  const editor = open('a[0-4000 Hi] b[4100-9000 Ho]', [anna])
  const { session } = editor
  const rows = (): string[] => [...document.querySelectorAll('.take-words')].map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(rows()).toEqual(['paul · 1.8 s, fits · in the dub', expect.stringContaining('other text')]),
  )
  session.edit('step_roles', replacePatch(session.list, [{ ...session.list.cues[0]!, roles: ['anna'] }]))
  await waitFor(() => expect(rows()[1]).toBe('clara · 0.9 s, fits · in the dub'))
  await shown('As the speaker: clara')
  const rate = 16_000
  const samples = Float32Array.from({ length: 2 * rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 125 * at) / rate))
  vi.spyOn(editor.analysis, 'decoder', 'get').mockReturnValue({
    sound: async () => ({ rate, samples }),
    frames: vi.fn(),
  })
  editor.dialogs.open({ name: 'audition' })
  await shown('For Anna')
  await shown('at about 125 Hz here')
  const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.audition-voice')]
  expect(cards().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('0.9 s, fits'),
    expect.stringContaining('1.8 s, fits'),
  ])
  const press = (card: number, text: string): void =>
    [...cards()[card]!.querySelectorAll('button')].find(({ textContent }) => textContent === text)!.click()
  played.length = 0
  press(1, 'Play')
  await waitFor(() => expect(played).toEqual(['/take-2.wav']))
  press(1, 'For Anna')
  await waitFor(() => expect(calls.find((each) => each.includes('setvoices'))).toContain('"voice":"e/paul"'))
  press(1, 'For this line')
  await waitFor(() => expect(takesOf(editor).voiceOf('a').voice).toBe('e/paul'))
})

test('as many takes as a line keeps are a list that scrolls', async () => {
  serve(Array.from({ length: MOST_TAKES }, (_, at) => take(300 - at, 'Hi')))
  open('a[0-4000 Hi]')
  await waitFor(() => expect(document.querySelectorAll('.take')).toHaveLength(MOST_TAKES))
  const list = document.querySelector<HTMLElement>('.takes')!
  expect(list.clientHeight).toBeLessThanOrEqual(200)
})
