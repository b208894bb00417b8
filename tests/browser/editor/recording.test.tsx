import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readWav, wavOfFloats } from '#core/media/wav.ts'
import { LineDetails } from '#src/editor/features/lines/LineDetails.tsx'
import { ImportRecordingDialog } from '#src/editor/features/dub/ImportRecordingDialog.tsx'
import { RecordPanel } from '#src/editor/features/dub/RecordPanel.tsx'
import { waitingOf } from '#src/editor/features/dub/outbox.ts'
import { voiceRecorderOf } from '#src/editor/features/dub/recorder.ts'
import { LibraryBinding } from '#src/editor/store/linked/library.ts'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { mount, named, shown, startWords, unmount } from './mount.tsx'

beforeAll(startWords)
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A server that can be out of reach; returns the takes that it got. */
function serve() {
  const server = { isOffline: false, takes: [] as Record<string, string>[] }
  const answers: Readonly<Record<string, unknown>> = {
    '/admin/jowoai.voices/getlist': { list: [] },
    '/admin/file.take/getlist': { list: [], next: '' },
    '/admin/file.take/voices': { list: [], pronunciations: [] },
    '/admin/file.take/add': { take_id: 't', duration_ms: 1 },
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin)
    if (pathname.endsWith('.take/add')) {
      if (server.isOffline) throw new TypeError('offline')
      server.takes.push(JSON.parse(String(init?.body)) as Record<string, string>)
    }
    const path = Object.keys(answers).find((each) => pathname.endsWith(each)) ?? pathname
    return Response.json({ code: 0, message: '', data: answers[path] ?? {} })
  })
  return server
}

function open(text: string) {
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const library = new LibraryBinding('file', { video, versions: [], roles: [], onOpen: () => undefined })
  const { editor, notices } = openEditor(text, new FakeVersions({}), [], { library })
  editor.panels.hasVoices = true
  mount(
    editor,
    <>
      <LineDetails />
      <RecordPanel />
      <ImportRecordingDialog />
    </>,
  )
  editor.session.focus('a')
  return { editor, notices, recorder: voiceRecorderOf(editor) }
}

/** A microphone with a tone while it is on. */
function fakeMicrophone() {
  const context = new AudioContext()
  const gain = new GainNode(context, { gain: 0 })
  const output = context.createMediaStreamDestination()
  const tone = new OscillatorNode(context, { frequency: 300 })
  tone.connect(gain).connect(output)
  tone.start()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    await context.resume()
    return output.stream.clone()
  })
  return (isOn: boolean) => gain.gain.setValueAtTime(isOn ? 0.3 : 0, context.currentTime)
}

test('a line is recorded after a countdown, waits on the device while the server is away, and becomes a take', async () => {
  const server = serve()
  const speak = fakeMicrophone()
  const { editor, recorder } = open('a[300-900 Hello there] b[4100-9000 Then I went home]')
  await shown('Microphone delay: measured when you record')
  server.isOffline = true
  editor.run('record_line')
  await shown('Get ready')
  expect([...document.querySelectorAll('.record-words > span')].map(({ textContent }) => textContent)).toEqual([
    'Hello',
    'there',
  ])
  await shown('Speak now')
  speak(true)
  await waitFor(() => expect(editor.playhead.ms).toBeGreaterThan(800))
  speak(false)
  await waitFor(() => expect(recorder.cells.verdicts).toEqual({ a: 'record_waiting' }))
  await shown('sent when the server answers')
  expect(await waitingOf('file')).toHaveLength(1)
  server.isOffline = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(server.takes).toHaveLength(1))
  const { sound = '', idempotency_key: key, ...take } = server.takes[0]!
  expect(take).toEqual({ file_id: 'file', cue_id: 'a', text: 'Hello there', said: 'Hello there', person: '' })
  expect(key).not.toBe('')
  const { samples, rate } = readWav(Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0)))!
  const seconds = samples.length / rate
  // From the first word on: the silence before it is cut off.
  expect(seconds).toBeGreaterThan(0.2)
  expect(seconds).toBeLessThan(1.5)
  const loud = samples.findIndex((sample) => Math.abs(sample) > 4000)
  expect(loud / rate).toBeLessThan(0.05)
  await waitFor(async () => expect(await waitingOf('file')).toEqual([]))
  expect(recorder.cells.verdicts).toEqual({})
})

test('a recording in a file is cut to its lines, which become takes where they are left in', async () => {
  const server = serve()
  const { editor } = open('a[300-2900 Hello there] b[4100-9000 Then I went home to see the boats] c[9100-9900 Yes]')
  await shown('Microphone delay: measured when you record')
  editor.run('import_recording')
  await shown('A sound of the lines')
  const rate = 16_000
  const voice = (ms: number, isOn: boolean): number[] =>
    Array.from({ length: (ms * rate) / 1000 }, (_, at) => (isOn ? 0.3 * Math.sin(at / 8) : 0))
  const samples = [voice(400, false), voice(900, true), voice(700, false), voice(2100, true), voice(500, false)].flat()
  const choose = (name: string, ...parts: BlobPart[]): void => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(parts, name))
    const input = document.querySelector<HTMLInputElement>('[data-testid=recorded-file]')!
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose('notes.txt', 'no sound')
  await shown('This file has no sound')
  choose('spoken.wav', wavOfFloats(Float32Array.from(samples), rate))
  await shown('1 of 3 lines was not found')
  const rows = (): string[] => [...document.querySelectorAll('.recorded-line')].map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(rows()).toEqual([
      expect.stringMatching(/^1Hello there0\.9 s, fits/),
      expect.stringMatching(/^2Then I went home.*2\.1 s, fits/),
      expect.stringContaining('not found'),
    ]),
  )
  document.querySelector<HTMLElement>('.recorded-line input')!.click()
  const make = await named('button', 'Make 1 take')
  make.click()
  await waitFor(() => expect(server.takes.map(({ cue_id }) => cue_id)).toEqual(['b']))
  const made = readWav(Uint8Array.from(atob(server.takes[0]!['sound']!), (letter) => letter.charCodeAt(0)))!
  expect(Math.abs(made.samples.length / made.rate - 2.15)).toBeLessThan(0.15)
})

test('Escape throws a recording away, and a microphone that can not be used is named', async () => {
  const server = serve()
  fakeMicrophone()
  const { editor, notices, recorder } = open('a[300-900 Hello there]')
  await shown('Microphone delay: measured when you record')
  editor.run('record_line')
  await shown('Get ready')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await waitFor(() => expect(recorder.cells.phase).toBe('off'))
  await waitFor(() => expect(document.querySelector('.record-panel')).toBeNull())
  for (const [name, kind] of [
    ['NotAllowedError', 'mic_refused'],
    ['NotFoundError', 'mic_missing'],
    ['NotReadableError', 'mic_busy'],
  ] as const) {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', name))
    editor.run('record_line')
    await waitFor(() => expect(notices.at(-1)).toEqual({ kind }))
  }
  expect(server.takes).toEqual([])
})
