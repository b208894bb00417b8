import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { WordTimes, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { stretchCodes } from '#core/subtitle/cue/inner-times.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { changeFrameRate, pointSync } from '#core/timing/sync.ts'

const rules = { ...defaultRules, duration: Infinity }

/** Cues after a video at 25 frames a second is played at 20: 1.25 times as long. */
function slower(cues: readonly Cue[]): readonly Cue[] {
  const list = cueList(cues)
  const outcome = changeFrameRate(list, { num: 25, den: 1 }, { num: 20, den: 1 }, rules)
  if (!outcome.ok) throw new Error(outcome.reason)
  return applyPatch(list, outcome.value).cues
}

const rewritten = (source: string, format: Format): string => {
  const { cues, extras, speakers } = readSubtitle(source, sequentialIds('c'), { format })
  return writeSubtitle(slower(cues), format, { extras, speakers }).text
}

describe('times inside lines stretch with them', () => {
  test.each([
    ['{\\k100}one {\\k200}two {\\kf100}three', '{\\k125}one {\\k250}two {\\kf125}three'],
    ['{\\K50\\kt200}a{\\ko30}b', '{\\K63\\kt250}a{\\ko37}b'],
    ['{\\move(0,0,100,100,0,10000)}a', '{\\move(0,0,100,100,0,12500)}a'],
    ['{\\move(0,0,100,100)}a', '{\\move(0,0,100,100)}a'],
    ['{\\t(0,10000,\\fs40)\\fad(500,500)}a', '{\\t(0,12500,\\fs40)\\fad(625,625)}a'],
    ['{\\t(0,1000,0.5,\\fs40\\clip(1,2,3,4))}a', '{\\t(0,1250,0.5,\\fs40\\clip(1,2,3,4))}a'],
    ['{\\t(2,\\fs40)\\t(\\fs20)}a', '{\\t(2,\\fs40)\\t(\\fs20)}a'],
    ['{\\fade(255,0,255,0,1000,9000,10000)}a', '{\\fade(255,0,255,0,1250,11250,12500)}a'],
    ['{\\pos(100,200)\\frz30\\kern1}a {k100} (100)', '{\\pos(100,200)\\frz30\\kern1}a {k100} (100)'],
    ['{\\fad(500, 0)}a', '{\\fad(625,0)}a'],
  ])('%s', (text, expected) => {
    expect(stretchCodes(text, 1.25)).toBe(expected)
    expect(stretchCodes(text, 1)).toBe(text)
  })

  test('law: syllables together are as long as the line, however they are rounded', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300), { minLength: 1 }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (all, scale) => {
          const text = stretchCodes(all.map((length) => `{\\k${length}}a`).join(''), scale)
          const sum = [...text.matchAll(/\\k(\d+)/g)].reduce((total, [, length]) => total + Number(length), 0)
          expect(sum).toBe(Math.round(all.reduce((total, length) => total + length, 0) * scale))
        },
      ),
    )
  })

  test('of ASS, by a rate and by two points', () => {
    const source =
      '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:10.00,0:00:14.00,Default,,0,0,0,,{\\k100}one {\\k300}two\n'
    expect(rewritten(source, 'ass')).toContain('0:00:12.50,0:00:17.50,Default,,0,0,0,,{\\k125}one {\\k375}two')
    const { cues } = readSubtitle(source, sequentialIds('c'))
    const list = cueList(cues)
    const outcome = pointSync(list, { from: 10_000, to: 20_000 }, { from: 14_000, to: 26_000 }, rules)
    expect(outcome.ok && applyPatch(list, outcome.value).cues[0]).toMatchObject({
      start: 20_000,
      end: 26_000,
      text: '{\\k150}one {\\k450}two',
    })
  })

  test('of LRC, WebVTT and a transcript', () => {
    expect(rewritten('[00:10.00]<00:10.00>one <00:11.00>two <00:13.00>three\n[00:14.00]\n', 'lrc')).toContain(
      '[00:12.50]<00:12.50>one <00:13.75>two <00:16.25>three',
    )
    const vtt = 'WEBVTT\n\n00:00:10.000 --> 00:00:14.000\none <00:00:11.000>two\n'
    expect(rewritten(vtt, 'vtt')).toContain('one <00:00:13.750>two')
    const file = readSubtitle(vtt, sequentialIds('c'))
    const [cue] = slower(file.cues)
    expect(new WordTimes(wordsOfFile(file.extras)).of(cue!)).toEqual([{ offset: 4, start: 13_750 }])
    const words = writeSubtitle([cue!], 'words', { extras: file.extras }).text
    expect(JSON.parse(words)).toMatchObject({
      segments: [
        {
          words: [
            { start: 12.5, end: 13.75 },
            { word: 'two', start: 13.75, end: 17.5 },
          ],
        },
      ],
    })
  })

  test('but stay where only one end of a line is moved', () => {
    const { cues, extras } = readSubtitle('[00:10.00]<00:10.00>one <00:11.00>two\n[00:14.00]\n', sequentialIds('c'))
    const longer = cues.map((cue) => ({ ...cue, end: cue.end + 2000 }))
    expect(writeSubtitle(longer, 'lrc', { extras }).text).toContain('[00:10.00]<00:10.00>one <00:11.00>two')
  })
})

describe("Apple's lyrics that time each word", () => {
  const source = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" itunes:timing="Word" xml:lang="en"><body dur="4:10.2"><div begin="8" end="3:58.640"><p begin="8" end="12"><span begin="8" end="9">One</span> <span begin="9" end="10">two</span><span begin="10" end="11">ree</span> <span ttm:role="x-bg"><span begin="11" end="12">(ooh)</span></span></p><p begin="2:04" end="2:08"><span begin="2:04" end="2:05">Next</span> <span begin="2:05" end="2:08">line</span></p></div></body></tt>`
  const file = readSubtitle(source, sequentialIds('c'))

  test('are whole lines with the times of their words', () => {
    expect(file.cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [8000, 12_000, 'One tworee (ooh)'],
      [124_000, 128_000, 'Next line'],
    ])
    expect(wordsOfFile(file.extras).map(({ words }) => words)).toEqual([
      [0, 4, 7, 11].map((offset, at) => ({ offset, start: 8000 + 1000 * at })),
      [
        { offset: 0, start: 124_000 },
        { offset: 5, start: 125_000 },
      ],
    ])
    expect(writeSubtitle(file.cues, 'ttml', { extras: file.extras }).text).toBe(source)
    expect(writeSubtitle(file.cues, 'lrc', { extras: file.extras }).text).toContain('<00:08.00>One <00:09.00>two')
  })

  test('are moved and stretched with them', () => {
    const moved = slower(file.cues)
    const { text } = writeSubtitle(moved, 'ttml', { extras: file.extras })
    expect(text).toContain('<p begin="2:35" end="2:40"><span begin="2:35" end="2:36.25">Next</span>')
    const again = readSubtitle(text, sequentialIds('c'))
    expect(again.cues).toEqual(moved)
    expect(wordsOfFile(again.extras)[0]!.words[2]).toEqual({ offset: 7, start: 12_500 })
  })

  test('an edited text keeps the spans of the letters that it keeps; a new line has none of their times', () => {
    const edited = [{ ...file.cues[0]!, text: 'One tworee' }, ...file.cues.slice(1)]
    const { text } = writeSubtitle(edited, 'ttml', { extras: file.extras })
    expect(text).toContain('<span begin="8" end="9">One</span> <span begin="9" end="10">two</span>')
    const added = [...file.cues, { ...file.cues[0]!, id: 'n', start: 130_000, end: 131_000, text: 'New' }]
    const more = writeSubtitle(added, 'ttml', { extras: file.extras }).text
    expect(more).toContain('<p begin="130" end="131"><span>New</span></p>')
  })
})
