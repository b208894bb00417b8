import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MediaFailed } from '#core/media/fault.ts'
import { wordErrors } from '#core/metrics/word-errors.ts'
import { defaultCueRules, wordsToCues } from '#core/speech/cues.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { type TranscribeProgress, Transcriber } from '#src/editor/features/transcribe/transcriber.ts'
import { fixtures, local, never } from '#tests/support/videos.ts'
import { SpeechFailed } from '#workers/speech/failed.ts'
import sampleUrl from '../../../assets/sample/harbour.mp4?url'
import sampleText from '../../../assets/sample/harbour.en.srt?raw'

const CACHE = 'speech-models'
const said = readSrt(sampleText, sequentialIds('c')).cues
const forget = async (): Promise<void> => void (await caches.delete(CACHE))
beforeAll(forget)
afterAll(forget)

// Loading the models takes seconds: later tests share one that has them, and the last one cancels it.
let ready: Transcriber | undefined
const prepared = (): Transcriber => (ready ??= new Transcriber(fixtures.models))
afterAll(() => ready?.end())

function transcriber(server = fixtures.models): Transcriber {
  const made = new Transcriber(server)
  onTestFinished(() => made.end())
  return made
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof SpeechFailed || error instanceof MediaFailed) return error.fault
    return error instanceof Error ? error.name : String(error)
  }
}

describe('what is said is heard in the browser', () => {
  test('as words at their times, from models that are fetched once and kept', async () => {
    const source = { url: sampleUrl }
    const reports: TranscribeProgress[] = []
    const first = transcriber()
    const before = await first.look()
    expect(before.missing).toBe(before.total)
    expect(before.total).toBeGreaterThan(90_000_000)
    const words = await first.hear({ source, range: undefined }, never, (progress) => reports.push(progress))
    const text = words.map((word) => word.text).join(' ')
    const { words: count, wrong } = wordErrors(said.map((cue) => cue.text).join(' '), text)
    expect(wrong / count).toBeLessThanOrEqual(0.15)
    for (const [at, word] of words.entries()) {
      expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? 0)
      expect(word.end).toBeGreaterThan(word.start)
    }
    expect(Math.abs(words[0]!.start - said[0]!.start)).toBeLessThan(400)
    expect(Math.abs(words.at(-1)!.end - said.at(-1)!.end)).toBeLessThan(1000)
    // Lines are made by pauses and sentences: each is a spoken sentence, at its time.
    const lines = wordsToCues(words, defaultCueRules, sequentialIds('n'))
    expect(lines).toHaveLength(said.length)
    for (const [at, line] of lines.entries()) expect(Math.abs(line.start - said[at]!.start)).toBeLessThan(400)
    const { models, sound, heard } = reports.at(-1)!
    expect({ missing: models.missing, sound, heard }).toEqual({ missing: 0, sound: 1, heard: 1 })
    for (const [at, progress] of reports.entries()) {
      expect(progress.models.missing).toBeLessThanOrEqual(reports[at - 1]?.models.missing ?? Infinity)
      expect(progress.heard).toBeGreaterThanOrEqual(reports[at - 1]?.heard ?? 0)
    }

    // A later visit, without a server.
    const second = transcriber()
    expect((await second.look()).missing).toBe(0)
  })

  test('only of the part that is asked for, on the clock of the video', async () => {
    const range = { start: 7600, end: 15_200 }
    const words = await prepared().hear({ source: { url: sampleUrl }, range }, never, () => undefined)
    const wanted = said.slice(2, 4).map((cue) => cue.text)
    const { words: count, wrong } = wordErrors(wanted.join(' '), words.map((word) => word.text).join(' '))
    expect(wrong / count).toBeLessThanOrEqual(0.15)
    expect(Math.abs(words[0]!.start - said[2]!.start)).toBeLessThan(400)
    expect(words.at(-1)!.end).toBeLessThanOrEqual(range.end)
  })
})

describe('nothing is heard', () => {
  test('where the sound has no speech', async () => {
    const source = await local('cuts.mp4')
    expect(await prepared().hear({ source, range: undefined }, never, () => undefined)).toEqual([])
  })

  test('where the file has no sound', async () => {
    const source = await local('mute.mp4')
    expect(await faultOf(prepared().hear({ source, range: undefined }, never, () => undefined))).toBe('no_audio')
  })

  test('where the server is not reached and nothing is kept', async () => {
    expect(await faultOf(transcriber('http://127.0.0.1:9').look())).toBe('offline')
  })

  test('once it is cancelled, and nothing is reported after that', async () => {
    const control = new AbortController()
    const onProgress = vi.fn<(progress: TranscribeProgress) => void>(({ heard }) => {
      if (heard > 0) control.abort()
    })
    const heard = prepared().hear({ source: { url: sampleUrl }, range: undefined }, control.signal, onProgress)
    expect(await faultOf(heard)).toBe('AbortError')
    expect(onProgress.mock.lastCall?.[0].heard).toBeGreaterThan(0)
  })
})
