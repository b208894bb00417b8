/** A dub of 400 lines of three speakers with a take each, played over noise, without a server. */
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { takesOf } from '#src/editor/features/dub/takes.ts'
import { mixOf } from '#src/editor/features/mix/mix.ts'
import { openEditor } from '#tests/support/editor.ts'

const LINES = 400
const SLOT_MS = 3000
const TAKE_MS = 1800
const RATE = 22_050

const cues = Array.from({ length: LINES }, (_, at) => {
  const name = ['ANNA', 'BEN', 'CLARA'][at % 3]
  return makeCue(`c${at}`, at * SLOT_MS, at * SLOT_MS + 2400, `${name}: Line ${at + 1} of the video`)
})
const { editor } = openEditor('', undefined, [], { cues })
const { session, playhead } = editor

/** A take as the server sends it. */
function wav(): Blob {
  const samples = Int16Array.from({ length: (TAKE_MS * RATE) / 1000 }, (_, at) => 6000 * Math.sin(at / 9))
  const header = new DataView(new ArrayBuffer(44))
  const text = (at: number, letters: string): void => {
    for (const [index, letter] of [...letters].entries()) header.setUint8(at + index, letter.charCodeAt(0))
  }
  text(0, 'RIFF')
  text(8, 'WAVEfmt ')
  text(36, 'data')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, RATE, true)
  header.setUint16(34, 16, true)
  header.setUint32(40, samples.byteLength, true)
  return new Blob([header, samples])
}

// Each take has its own address, as on a server.
const urls = new Map<string, string>()
const takeOf = ({ cueId }: { cueId: string }): { url: string; ms: number } => {
  const url = urls.get(cueId) ?? URL.createObjectURL(wav())
  urls.set(cueId, url)
  return { url, ms: TAKE_MS }
}
Object.assign(takesOf(editor), { takeOf, lengthOf: () => TAKE_MS })
const noise = Float32Array.from({ length: 44_100 * 4 }, (_, at) => Math.sin(at * at) / 10)
const sound = async ({ start, end }: { start: number; end: number }): Promise<object> => {
  const samples = noise.slice(0, Math.round((end - start) * 44.1))
  return { rate: 44_100, samples, right: samples }
}
Object.defineProperty(editor.analysis, 'decoder', { value: { sound } })
const mix = mixOf(editor)
mix.open()

const idle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const dubRoom = {
  /** Milliseconds from the key to sound, at some places. */
  async starts(): Promise<number[]> {
    const found: number[] = []
    for (const at of [0, 100, 200, 300, 390]) {
      playhead.seek(at * SLOT_MS + 500)
      await idle(1000)
      const from = performance.now()
      playhead.toggle()
      while (mix.heardMs === undefined) await new Promise(requestAnimationFrame)
      found.push(performance.now() - from)
      playhead.pause()
    }
    return found
  },
  /** Drags a line in the middle for so many frames. */
  async drag(frames: number): Promise<void> {
    const [cue] = session.list.cues.slice(LINES / 2)
    if (!cue) return
    playhead.seek(cue.start)
    for (let frame = 0; frame < frames; frame++) {
      const by = (frame % 40) * 10
      session.preview(replacePatch(session.list, [{ ...cue, start: cue.start + by, end: cue.end + by }]))
      await new Promise(requestAnimationFrame)
    }
    session.cancel()
  },
  /** Plays; returns sounds that came too late, and megabytes of sound in memory. */
  async play(ms: number): Promise<{ late: number; megabytes: number }> {
    const before = mix.load.late
    playhead.seek(0)
    await idle(1000)
    playhead.toggle()
    await idle(ms)
    playhead.pause()
    return { late: mix.load.late - before, megabytes: mix.load.bytes / 1e6 }
  },
}
export type DubRoom = typeof dubRoom

Object.assign(window, { dubRoom })
