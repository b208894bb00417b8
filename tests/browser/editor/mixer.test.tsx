import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { takesOf } from '#src/editor/features/dub/takes.ts'
import { mixOf } from '#src/editor/features/mix/mix.ts'
import { MixStrip } from '#src/editor/features/mix/MixStrip.tsx'
import { playerSoundOf } from '#src/editor/features/sound/player-sound.ts'
import { LibraryBinding, type LibraryData } from '#src/editor/store/linked/library.ts'
import { mixSettingsOf } from '#src/tasks/mix-settings.ts'
import { openEditor } from '#tests/support/editor.ts'
import { mount, named, shown, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(() => {
  unmount()
  localStorage.removeItem('cuelane-mix')
})

const text = 'a[0-3000 ANNA: Good morning to you] b[4000-8000 BEN: Then I went home]'

test('the mixer has a channel for each speaker, and keeps levels', async () => {
  const library = new LibraryBinding('version', { roles: [], versions: [] } as unknown as LibraryData)
  const { editor } = openEditor(text, undefined, [], { library })
  const mix = mixOf(editor)
  mount(editor, <MixStrip />)
  await shown('2 of 2 lines have no take yet')
  await shown('Background')
  for (const name of ['ANNA', 'BEN']) await named('[role=group]', name)

  const level = await named('[role=slider]', 'Level of ANNA')
  level.focus()
  level.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
  await shown('−1 dB')
  expect(mix.cells.settings.speakers).toEqual({ 'name:ANNA': -1 })

  ;(await named('button', 'Mute BEN')).click()
  expect(mixSettingsOf('version')).toMatchObject({ speakers: { 'name:ANNA': -1 }, muted: ['name:BEN'] })
  expect(mix.isSilent('name:BEN')).toBe(true)
  ;(await named('button', 'Solo BEN')).click()
  expect([undefined, 'name:ANNA', 'name:BEN'].map(mix.isSilent)).toEqual([true, true, false])
  ;(await named('button', 'Solo BEN')).click()
  expect([undefined, 'name:ANNA', 'name:BEN'].map(mix.isSilent)).toEqual([false, false, true])
})

test('lines of nobody have one channel', async () => {
  mount(openEditor('a[0-3000 Good morning to you]').editor, <MixStrip />)
  await named('[role=group]', 'Unknown speaker')
})

test('the video is silent while the mix is heard, and only then', async () => {
  const { editor } = openEditor(text)
  const video = document.createElement('video')
  const stop = playerSoundOf(editor).attach(video)
  mount(editor, <MixStrip />)
  await waitFor(() => expect(video.muted).toBe(true))
  const { cells } = mixOf(editor)
  cells.isOn = false
  expect(video.muted).toBe(false)
  cells.isOn = true
  expect(video.muted).toBe(true)
  unmount()
  await waitFor(() => expect(video.muted).toBe(false))
  stop()
})

test('the mix plays takes at their places, and follows seeks', async () => {
  const { editor } = openEditor(text)
  const rate = 22_050
  const tone = Int16Array.from({ length: rate }, (_, at) => 8000 * Math.sin((2 * Math.PI * 440 * at) / rate))
  const url = URL.createObjectURL(new Blob([wavOf(tone, rate)]))
  vi.spyOn(takesOf(editor), 'takeOf').mockImplementation(() => ({ url, ms: 1000 }))
  const mix = mixOf(editor)
  mount(editor, <MixStrip />)
  await shown('All 2 lines have a take')
  const { playhead } = editor
  playhead.toggle()
  await waitFor(() => expect(mix.heardMs).toBeGreaterThan(0))
  await waitFor(() => expect(mix.cells.loudness.momentary).toBeGreaterThan(-30), { timeout: 5000 })
  playhead.skipTo(4200)
  await waitFor(() => expect(Math.abs(mix.heardMs! - playhead.ms)).toBeLessThan(60))
  expect(mix.heardMs).toBeGreaterThan(4000)
  playhead.pause()
  expect(mix.heardMs).toBeUndefined()
})

function wavOf(samples: Int16Array, rate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(44 + samples.byteLength)
  const view = new DataView(file.buffer)
  file.set(new TextEncoder().encode('RIFF....WAVEfmt '))
  file.set(new TextEncoder().encode('data'), 36)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, samples.byteLength],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    view.setUint16(at, value, true)
  file.set(new Uint8Array(samples.buffer), 44)
  return file
}
