import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'

/** A block: time code in and out as `HH:MM:SS:FF`, text, and its comment flag. */
type Block = readonly [from: string, to: string, text: string, comment?: boolean]

const label = (text: string): number[] => text.split(':').map(Number)
const put = (bytes: Uint8Array, at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at)

/** A file of EBU STL at 25 frames a second, open subtitles. */
function file(programme: string, blocks: readonly Block[]): Uint8Array {
  const bytes = new Uint8Array(1024 + 128 * blocks.length).fill(0x20, 0, 1024)
  put(bytes, 0, '850STL25.0100009')
  put(bytes, 238, String(blocks.length).padStart(5, '0').repeat(2))
  put(bytes, 251, '38231')
  put(bytes, 256, programme.replaceAll(':', ''))
  for (const [at, [from, to, text, comment]] of blocks.entries()) {
    const block = bytes.subarray(1024 + 128 * at, 1152 + 128 * at).fill(0x8f, 16)
    block.set([0, at & 0xff, at >> 8, 0xff, 0, ...label(from), ...label(to), 20, 2, comment ? 1 : 0])
    put(block, 16, text)
  }
  return bytes
}

const read = (bytes: Uint8Array) => readSubtitleBytes(bytes, sequentialIds('c'), { name: 'a.stl' })

async function linesOf(programme: string, blocks: readonly Block[]): Promise<(string | number)[][]> {
  const { cues } = await read(file(programme, blocks))
  return cues.map(({ start, end, text }) => [start, end, text])
}

const FIRST: Block = ['10:00:01:00', '10:00:03:00', 'First']
const SECOND: Block = ['10:00:04:12', '10:00:06:00', 'Second']
const COUNTED = [
  [1000, 3000, 'First'],
  [4480, 6000, 'Second'],
]

describe('the start of programme', () => {
  test.each<[string, Block]>([
    ['a subtitle zero', ['00:00:00:00', '00:00:00:08', 'STORY: TEST LANG: ENG']],
    ['a comment', ['00:00:00:00', '00:00:00:08', 'STORY: TEST', true]],
    ['a slate', ['09:58:00:00', '09:59:58:00', 'Slate']],
  ])('%s before it does not move the rest, and is told', async (_, block) => {
    const bytes = file('10:00:00:00', [block, FIRST, SECOND])
    const { cues, problems, extras } = await read(bytes)
    expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual(COUNTED)
    expect(problems).toEqual([{ line: 1, kind: block[3] ? 'comment_left_out' : 'before_programme', text: block[2] }])
    expect(fileBytes(writeSubtitle(cues, 'stl', { extras }).text, 'stl')).toEqual(bytes)
  })

  test('does not count where most subtitles stand before it', async () => {
    const early: Block[] = [
      ['00:00:01:00', '00:00:03:00', 'First'],
      ['00:00:04:12', '00:00:06:00', 'Second'],
    ]
    expect(await linesOf('10:00:00:00', early)).toEqual(COUNTED)
    expect(await linesOf('10:00:00:00', [...early, FIRST])).toHaveLength(3)
    expect(await linesOf('00:00:00:00', [FIRST])).toEqual([[36_001_000, 36_003_000, 'First']])
  })

  test('lines past midnight stay in order and come back as they were', async () => {
    const bytes = file('23:30:00:00', [
      ['00:00:00:00', '00:00:00:08', 'STORY'],
      ['23:59:58:00', '23:59:59:12', 'Before'],
      ['23:59:59:20', '00:00:00:20', 'Over'],
      ['00:00:01:00', '00:00:03:00', 'After'],
    ])
    const { cues, extras } = await read(bytes)
    expect(cues.map(({ start, end }) => [start, end])).toEqual([
      [1_798_000, 1_799_480],
      [1_799_800, 1_800_800],
      [1_801_000, 1_803_000],
    ])
    expect(fileBytes(writeSubtitle(cues, 'stl', { extras }).text, 'stl')).toEqual(bytes)
    const edited = cues.map((cue) => ({ ...cue, end: cue.end + 40 }))
    const written = fileBytes(writeSubtitle(edited, 'stl', { extras }).text, 'stl')
    expect([...written.subarray(1024 + 3 * 128 + 5, 1024 + 3 * 128 + 13)]).toEqual([0, 0, 1, 0, 0, 0, 3, 1])
    expect((await read(written)).cues.map(({ start, end }) => [start, end])).toEqual(
      edited.map(({ start, end }) => [start, end]),
    )
  })

  test('law: whatever the start and the edits, what is written reads as what was meant', async () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const starts = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(hour, hour, starts, async (programme, first, frames) => {
        const at = (hours: number) => `${String(hours).padStart(2, '0')}:00:00:00`
        const { cues, extras } = await read(file(at(programme), [[at(first), at(first), 'a']]))
        const kept = cues.map((cue) => ({ ...cue, start: frames[0]! * 40, end: frames[0]! * 40 + 1000 }))
        const more = frames.slice(1).map((frame, index) => {
          return { ...kept[0]!, id: `n${index}`, text: 'b', start: frame * 40, end: frame * 40 + 1000 }
        })
        const wanted = [...kept, ...more]
        const back = await read(fileBytes(writeSubtitle(wanted, 'stl', { extras }).text, 'stl'))
        expect(back.cues.map(({ start, end }) => [start, end])).toEqual(wanted.map(({ start, end }) => [start, end]))
      }),
    )
  })
})
