import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { PartReader } from '#core/subtitle/formats/parts.ts'

const head = (ticks: number, local = '00:00:00.000') => `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:${local}\n`
const cue = (from: string, to: string, text: string) => `\n00:00:${from} --> 00:00:${to}\n${text}\n`
const read = (text: string) => readSubtitle(text, sequentialIds('c'), { format: 'vtt' })
const lines = (text: string) => read(text).cues.map(({ start, end, text: words }) => `${start}-${end} ${words}`)

describe('segments of a stream that were put one behind the other', () => {
  test('count from the clock of the first, in either order of the map and over its round', () => {
    const text = [
      head(900_000) + cue('01.000', '02.000', 'at 1'),
      head(1_440_000) + cue('01.000', '02.000', 'at <00:00:01.500>7'),
      `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:1980000\n${cue('01.000', '02.000', 'at 13')}`,
      head(1_980_000, '00:00:10.000') + cue('12.000', '13.000', 'at 14'),
    ].join('\n')
    expect(lines(text)).toEqual(['1000-2000 at 1', '7000-8000 at 7', '13000-14000 at 13', '14000-15000 at 14'])
    const { problems, extras, cues } = read(text)
    expect(problems.map(({ line, kind }) => `${line} ${kind}`)).toEqual(['7 segments_joined'])
    expect(extras.cues.get('c2')?.words).toEqual([{ offset: 3, start: 7500 }])
    // Written, it is one file, whose times nothing moves any more.
    const again = writeSubtitle(cues, 'vtt', { extras }).text
    expect(again.match(/WEBVTT/g)).toHaveLength(1)
    expect([lines(again), read(again).problems]).toEqual([lines(text), []])

    const round =
      head(2 ** 33 - 90_000) + cue('01.000', '02.000', 'a') + `\n${head(90_000)}${cue('01.000', '02.000', 'b')}`
    expect(lines(round)).toEqual(['1000-2000 a', '3000-4000 b'])
  })

  test('equal maps move nothing, and a cue that is repeated or goes on stands once', () => {
    const text = [
      head(900_000) + cue('04.000', '07.000', 'Across the border') + cue('08.000', '09.000', 'Yes'),
      head(900_000) + cue('04.000', '07.000', 'Across the border') + cue('09.000', '10.000', 'Yes'),
      head(900_000) + cue('10.000', '11.000', 'Yes') + cue('11.000', '12.000', 'Yes') + cue('15.000', '16.000', 'Yes'),
    ].join('\n')
    expect(lines(text)).toEqual(['4000-7000 Across the border', '8000-12000 Yes', '15000-16000 Yes'])
  })

  test('two cues of one segment stay two', () => {
    const text =
      head(0) +
      cue('01.000', '02.000', 'Yes') +
      cue('02.000', '03.000', 'Yes') +
      `\n${head(0)}${cue('05.000', '06.000', 'No')}`
    expect(lines(text)).toEqual(['1000-2000 Yes', '2000-3000 Yes', '5000-6000 No'])
  })

  test('a head right behind a row is no text, and notes stay', () => {
    const text = `${head(900_000)}${cue('01.000', '02.000', 'a')}${head(990_000)}\nNOTE kept\n${cue('01.000', '02.000', 'b')}`
    const { cues, extras, problems } = read(text)
    expect(lines(text)).toEqual(['1000-2000 a', '2000-3000 b'])
    expect(problems).toHaveLength(1)
    expect(writeSubtitle(cues, 'vtt', { extras }).text).toContain('NOTE kept')
  })

  test('one head alone changes nothing', () => {
    const text = head(126_000) + cue('04.000', '06.000', 'one')
    expect([lines(text), read(text).problems]).toEqual([['4000-6000 one'], []])
  })

  test('read part by part they are the same', () => {
    const text = Array.from(
      { length: 40 },
      (_, at) => head(900_000 + at * 540_000) + cue('01.000', '02.000', `row ${at}`),
    ).join('\n')
    const reader = new PartReader('vtt', sequentialIds('c'), 200)
    const parts = (text.match(/[^]{1,150}/g) ?? []).flatMap((piece) => reader.take(piece)?.cues ?? [])
    expect([...parts, ...reader.end().cues].map(({ start }) => start)).toEqual(
      read(text).cues.map(({ start }) => start),
    )
    expect(read(text).cues[39]!.start).toBe(1000 + 39 * 6000)
  })
})
