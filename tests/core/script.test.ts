import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readScript } from '#core/speech/script.ts'

/** A script as one text: sentences with their speakers, notes in braces. */
function shown(text: string): string {
  const { sentences, notes } = readScript(text)
  return [
    ...sentences.map(({ text, speaker, row }) => ({ row, shown: speaker === '' ? text : `<${speaker}> ${text}` })),
    ...notes.map(({ text, kind, row }) => ({ row, shown: `{${kind === 'scene' ? '#' : ''}${text}}` })),
  ]
    .toSorted((a, b) => a.row - b.row)
    .map(({ shown }) => shown)
    .join(' | ')
}

describe('a text as a script', () => {
  test.each([
    [
      'prose',
      'The boats leave. They\ncome back at noon (mostly).',
      'The boats leave. | They come back at noon (mostly).',
    ],
    ['rows of a song', 'The boats leave\nThe tide is out', 'The boats leave | The tide is out'],
    ['titles before names', 'Dr. Smith met Mrs. Jones. She left.', 'Dr. Smith met Mrs. Jones. | She left.'],
    [
      'names before colons',
      'ANNA: Come in. Sit down.\nBEN (whispers): I can’t.\n\nANNA: [laughs] Why not?',
      '<ANNA> Come in. | <ANNA> Sit down. | <BEN> I can’t. | <ANNA> Why not? | {laughs}',
    ],
    [
      'no name in times',
      'We meet at 10:30 sharp. Note: bring a coat.',
      'We meet at 10:30 sharp. | Note: bring a coat.',
    ],
    [
      'a screenplay',
      'INT. HARBOUR - DAY\n\nA gull cries over the water.\n\nANNA (V.O.)\n(quietly)\nThe boats leave\nbefore dawn.\n\nShe turns.\n\nBEN\nNot today.\n\nCUT TO:',
      '{#INT. HARBOUR - DAY} | {A gull cries over the water.} | {quietly} | <ANNA> The boats leave before dawn. | {She turns.} | <BEN> Not today. | {#CUT TO:}',
    ],
    [
      'Markdown',
      '# Scene one\n\n**Anna:** *Come* in, [please](https://example.org/a).\n\n---\n\n> **Ben:** I can’t.\n\n<!-- a remark -->\n\nThe end',
      '{#Scene one} | <Anna> Come in, please. | <Ben> I can’t. | <Ben> The end',
    ],
    [
      'a scene in brackets',
      '[On the pier]\nANNA: Come in. [She waits.]',
      '{#On the pier} | <ANNA> Come in. | {She waits.}',
    ],
    [
      'Chinese',
      '今天很冷，港口的船都没有出海，人们都在家里等着明天\n会更冷。',
      '今天很冷，港口的船都没有出海，人们都在家里等着明天会更冷。',
    ],
    ['nothing', ' \n\n--- \n', ''],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test('a speaker goes on over paragraphs and ends with the scene', () => {
    expect(shown('ANNA: One.\n\nTwo.\n\n# Later\n\nThree.')).toBe('<ANNA> One. | <ANNA> Two. | {#Later} | Three.')
  })

  test('a chapter’s title is no speaker', () => {
    expect(shown('CHAPTER ONE\nIt was cold. It was late.')).not.toContain('<')
  })
})

const plain = fc.stringMatching(/^[A-Z][a-z]{1,9}( [a-z]{1,9}){0,8} [a-z]{5,9}[.!?]$/)

test.each([
  '<!--',
  '[',
  '(a',
  '*a ',
  '**a',
  '[a](',
  '_a',
  '<a',
  'A ',
  'ANNA: ',
  '. ',
  '![',
  '* * ',
  '`',
  'a\n',
  'A.\n',
  '> ',
  '【',
])('a text of nothing but %j is read as well', (part) => {
  expect(readScript(part.repeat(40_000)).speakers.length).toBeLessThanOrEqual(1)
})

describe('laws', () => {
  test('sentences that are written one after the other are read as they are, in order', () => {
    fc.assert(
      fc.property(
        fc.array(plain, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(' ', '\n', '\n\n'),
        (all, between) => {
          expect(readScript(all.join(between)).sentences.map(({ text }) => text)).toEqual(all)
        },
      ),
    )
  })

  test('every sentence has the name that stands before it', () => {
    const part = fc.tuple(fc.constantFrom('ANNA', 'BEN', 'MRS. GRAY'), plain)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.boolean(), (parts, isScreenplay) => {
        const text = parts
          .map(([name, said]) => (isScreenplay ? `${name}\n${said}\n\n` : `${name}: ${said}\n`))
          .join('')
        const { sentences, notes } = readScript(isScreenplay ? `INT. PIER - DAY\n\n${text}` : text)
        expect(sentences.map(({ speaker, text }) => [speaker, text])).toEqual(parts)
        expect(notes).toHaveLength(isScreenplay ? 1 : 0)
      }),
    )
  })

  test('any text is read, no sentence is empty, and rows go up', () => {
    const odd = fc.array(
      fc.constantFrom('ANNA:', '(', ')', '[', ']', '#', '*', '_', 'a b. ', 'B', '\n', ' ', '。', '–'),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(odd, (parts) => {
        const { sentences, speakers } = readScript(parts.join(''))
        for (const [at, { text, speaker, row }] of sentences.entries()) {
          expect(text).toMatch(/[\p{L}\p{N}]/u)
          expect(row).toBeGreaterThanOrEqual(sentences[at - 1]?.row ?? 1)
          if (speaker !== '') expect(speakers).toContain(speaker)
        }
      }),
    )
  })
})
