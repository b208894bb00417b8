import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { unrolled } from '#core/subtitle/formats/roll-up.ts'
import type { ReadLines } from '#src/editor/features/local/lines.ts'
import { choiceAgain, noChoice, openedOf, withFiles } from '#src/editor/features/local/use-choice.ts'
import type { EmbeddedTrack } from '#src/editor/media/embedded.ts'
import { rolling } from '#tests/support/roll-up.ts'

const picked = (name: string, text = '') => ({ file: new File([text], name, { lastModified: 7 }), handle: undefined })
const track: EmbeddedTrack = { index: 2, codec: 'subrip', language: 'ger', title: '', isText: true, lines: 2 }
const lines = 'who is there\nnobody but the wind\nthen close the door\nit is closed already\nthen open it'.split('\n')

async function read(name: string, text: string): Promise<ReadLines> {
  const content = await readSubtitleBytes(new TextEncoder().encode(text), sequentialIds('f'), { name })
  return {
    file: picked(name, text).file,
    read: content,
    single: unrolled(content),
    detected: undefined,
    problemCount: 0,
  }
}

describe('files that are chosen', () => {
  test('the last video and the last subtitles count, in any order', () => {
    const files = ['a.srt', 'one.mp4', 'b.VTT', 'two.mkv'].map((name) => picked(name))
    const { video, source } = withFiles(noChoice, files)
    expect(video?.file.name).toBe('two.mkv')
    expect(source.kind === 'file' && source.picked.file.name).toBe('b.VTT')
  })

  test('a track goes with its video; a file takes its place; a language said before was that of other lines', () => {
    const chosen = {
      ...withFiles(noChoice, [picked('one.mkv')]),
      source: { kind: 'track', track } as const,
      language: 'fr',
    }
    expect(withFiles(chosen, [picked('two.mkv')]).source).toEqual({ kind: 'empty' })
    expect(withFiles(chosen, [picked('a.srt')])).toMatchObject({ source: { kind: 'file' }, language: undefined })
  })
})

describe('files of an earlier visit that are found again', () => {
  const { recent } = openedOf(
    { ...withFiles(noChoice, [picked('a.srt')]), language: 'fr', encoding: 'windows-1252' },
    undefined,
    undefined,
  )
  const again = choiceAgain(noChoice, { ...recent, id: 'x', openedAt: 0 })

  test('have the language and the encoding that were chosen', () => {
    expect(withFiles(again, [picked('one.mp4'), picked('a.srt')])).toMatchObject({
      language: 'fr',
      encoding: 'windows-1252',
    })
  })

  test('other lines have not', () => {
    expect(withFiles(again, [picked('b.srt')])).toMatchObject({ language: undefined, encoding: undefined })
  })
})

describe('what opens', () => {
  test('without lines a new file after the video', () => {
    const { local, recent } = openedOf(withFiles(noChoice, [picked('The film.mkv')]), undefined, undefined)
    expect(local).toMatchObject({ name: 'The film.srt', imported: undefined })
    expect(recent).toMatchObject({ video: { name: 'The film.mkv' }, subtitle: undefined, durationMs: 0, lines: 0 })
  })

  test('a language: chosen, else the track’s, else the text’s', async () => {
    const content = {
      ...(await read('x.srt', '1\n00:00:01,000 --> 00:00:02,000\nHi\n')),
      detected: { language: 'es', confidence: 1 },
    } as const
    const ofTrack = { ...withFiles(noChoice, [picked('one.mkv')]), source: { kind: 'track', track } as const }
    expect(openedOf(ofTrack, undefined, content).language).toBe('de')
    expect(openedOf({ ...ofTrack, language: 'fr' }, undefined, content).language).toBe('fr')
    expect(openedOf(withFiles(noChoice, [picked('x.srt')]), undefined, content).language).toBe('es')
  })

  test('roll-up captions as single rows or as they are; the drafts of one are none of the other’s', async () => {
    const content = await read('auto.vtt', rolling(lines, 'two'))
    const choice = withFiles(noChoice, [picked('auto.vtt')])
    const [single, whole] = [true, false].map(
      (isUnrolled) => openedOf({ ...choice, isUnrolled }, undefined, content).local,
    )
    expect(single!.imported!.cues.map(({ text }) => text)).toEqual(lines)
    expect(whole!.imported!.cues[1]!.text).toBe(`${lines[0]}\n${lines[1]}`)
    expect(single!.stamp).not.toBe(whole!.stamp)
  })
})
