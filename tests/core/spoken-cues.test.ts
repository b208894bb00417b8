import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spokenCues } from '#core/subtitle/cue/spoken-cues.ts'
import { dubLines, hasLyrics } from '#core/speech/dub-lines.ts'

const one = (text: string, ...others: string[]) => spokenCues([text, ...others, 'Plain words in small letters.'])[0]!

describe('what a voice says of a cue', () => {
  test.each([
    ['MARY: I have three dogs.', 'I have three dogs.', 'MARY'],
    ['MAN 1 (ON PHONE): Okay.', 'Okay.', 'MAN 1'],
    ['DR. O’NEIL: Sit down.', 'Sit down.', 'DR. O’NEIL'],
    ['>> MARY: What?', 'What?', 'MARY'],
    ['[MARY]: What?', 'What?', 'MARY'],
    ['- MARY: Hi.\n- JOHN: Hello.', 'Hi. Hello.', 'MARY'],
    ['MARY:\nI see.', 'I see.', 'MARY'],
    ['{\\an8}<i>MARY:</i> I see.', 'I see.', 'MARY'],
    ['<v.loud Bob Smith>Hi</v>', 'Hi', 'Bob Smith'],
    ['Mary (whispering): Come.', 'Come.', 'Mary'],
    ['(sighs) Okay.', 'Okay.', ''],
    ['[sighs] Okay.', 'Okay.', ''],
    ['>> Okay.', 'Okay.', ''],
    ['&gt;&gt; Okay.', 'Okay.', ''],
    ['Okay. (laughs) Go on.', 'Okay. Go on.', ''],
    ['He (GASPS) ran.', 'He ran.', ''],
    ['(door slams)', '', ''],
    ['{\\pos(1,2)}{\\k20}Row {\\k20}your\nboat', 'Row your boat', ''],
    ['<i>Good</i> morning', 'Good morning', ''],
    ['{\\an7\\p1}m 0 0 l 40 0 40 40', '', ''],
    ['{Music playing}', '{Music playing}', ''],
    ['♪ We are the champions ♪', '', ''],
    ['♪ Walking on\nsunshine', '', ''],
    ['# Walking on sunshine #', '', ''],
    ['♪ Oh ♪\n- Turn that off.', 'Turn that off.', ''],
    ['Turn that off. ♪', 'Turn that off.', ''],
    ['♪ La ♪ He sings. ♪ La ♪', 'He sings.', ''],
    ['MARY: ♪ La la ♪', '', 'MARY'],
  ])('%j', (text, said, speaker) => expect(one(text)).toMatchObject({ text: said, speaker }))

  test.each([
    'Note: this is all.',
    'NOTE: this is all.',
    'Re: your letter',
    'Meet me at 12:45.',
    'It is 12:45: go.',
    'A ratio of 3:1 is usual.',
    'See https://a.example/b: it is there.',
    'One thing is sure: we go.',
    'The town (population 300) was small.',
    'He left (I think).',
    '(I don’t know what he means by it all.) Go on.',
    'Step 1: open the box.',
  ])('%j is said as it stands', (text) => expect(one(text)).toMatchObject({ text, speaker: '' }))

  test('a name in small letters is one where it is known, or begins rows again and again', () => {
    expect(one('Mary: I see.')).toMatchObject({ speaker: '' })
    expect(spokenCues(['Mary: I see.'], ['MARY'])[0]).toMatchObject({ text: 'I see.', speaker: 'Mary' })
    expect(one('Mary: I see.', 'Mary: Yes.', 'Mary: No.')).toMatchObject({ text: 'I see.', speaker: 'Mary' })
    expect(spokenCues(['小明：你好', '小明：再见', '小明：走吧'])[0]).toMatchObject({ text: '你好', speaker: '小明' })
    expect(spokenCues(['他说：你好', '他说：再见', '他说：走吧'])[0]?.speaker).toBe('')
  })

  test('where all is in capitals, capitals make no name', () => {
    const [said] = spokenCues(['ONE THING: RUN.', 'GO TO THE DOOR.', 'AND WAIT.'])
    expect(said).toMatchObject({ text: 'ONE THING: RUN.', speaker: '' })
  })
})

const word = fc.stringMatching(/^[a-z]{2,8}$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(' ')}.`)
const name = fc.stringMatching(/^[B-DF-M][A-Z]{2,6}X( [1-9])?$/)
const sound = fc.constantFrom('', '(sighs) ', '[door slams] ', '>> ')

test('names and sounds are never said, and every other word is', () => {
  const labelled = fc.array(fc.record({ name, sound, said: sentence }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(labelled, (cues) => {
      const said = spokenCues(cues.map((cue) => `${cue.name}: ${cue.sound}${cue.said}`))
      expect(said).toMatchObject(cues.map((cue) => ({ text: cue.said, speaker: cue.name })))
    }),
  )
})

test('a hostile text takes no longer than its length', () => {
  for (const sign of ['\\', '{', '(', '[', '>', ': ', 'A: '])
    expect(spokenCues([`{${sign.repeat(100_000)}`])).toHaveLength(1)
})

test('times and ratios are always said', () => {
  const timed = fc.array(fc.tuple(fc.nat(99), fc.nat(99), sentence), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(timed, (cues) => {
      const texts = cues.map(([a, b, said]) => `${a}:${b} ${said}`)
      expect(spokenCues(texts).map(({ text }) => text)).toEqual(texts)
    }),
  )
})

test('any text is one row, once for each cue', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 6 }), (texts) => {
      const said = spokenCues(texts)
      expect(said).toHaveLength(texts.length)
      for (const { text } of said) expect(text).toBe(text.replace(/\s+/g, ' ').trim())
    }),
  )
})

describe('who speaks a line', () => {
  const cue = (id: string, text: string, roles: string[] = []) => ({ id, start: 0, end: 1000, text, roles })
  const cues = [cue('a', 'MARY: One.', ['r9']), cue('b', 'MARY: Two.'), cue('c', 'JOHN: Three.'), cue('d', 'And four.')]

  test('is its role, else the role of the name in it, else that name, else the name in its file', () => {
    const known = { roles: new Map([['r1', 'Mary']]), named: new Map([['d', 'Ann']]) }
    const speakers = dubLines(cues, true, known).map(({ speaker }) => speaker)
    expect(speakers).toEqual(['r9', 'r1', 'name:JOHN', 'name:ANN'])
    expect(dubLines(cues, false, known).every(({ speaker }) => speaker === '')).toBe(true)
  })

  test('a cue that names several is shared by them, by the length of their words', () => {
    const two = [
      { ...cue('a', '- ANNA: Good morning.\n- BEN: Hi.', ['r9']), end: 1600 },
      { ...cue('b', '<v Ann>Go</v>\n<v Ben>No</v>'), start: 2000, end: 3000 },
      { ...cue('c', 'ANNA: Well.\nI know.\nANNA: Yes.'), start: 3000, end: 4000 },
    ]
    const known = { roles: new Map([['r1', 'Ben']]) }
    const lines = dubLines(two, true, known).map(({ id, speaker, start, end, text }) => [id, speaker, start, end, text])
    expect(lines).toEqual([
      ['a', 'name:ANNA', 0, 1300, 'Good morning.'],
      ['a/1', 'r1', 1300, 1600, 'Hi.'],
      ['b', 'name:ANN', 2000, 2500, 'Go'],
      ['b/1', 'r1', 2500, 3000, 'No'],
      ['c', 'name:ANNA', 3000, 4000, 'Well. I know. Yes.'],
    ])
    expect(dubLines(two, false, known).map(({ id, text }) => [id, text])).toEqual([
      ['a', 'Good morning. Hi.'],
      ['b', 'Go No'],
      ['c', 'Well. I know. Yes.'],
    ])
    const [spanish] = [cue('a', '- Ana: Buenos días.\n- Ben: Hola.')]
    const made = dubLines(spanish ? [spanish] : [], true, { original: two })
    expect(made.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['name:ANNA', 'Buenos días.'],
      ['name:BEN', 'Hola.'],
    ])
  })

  test('turns follow each other within their cue and say all of it', () => {
    const turns = fc.array(fc.tuple(name, sentence), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(turns, fc.integer({ min: 1000, max: 9000 }), (said, end) => {
        const text = said.map(([speaker, words]) => `${speaker}: ${words}`).join('\n')
        const plain = { ...cue('p', 'Plain words in small letters.'), start: 9000, end: 9500 }
        const lines = dubLines([{ ...cue('a', text), end }, plain], true).filter(({ cueId }) => cueId === 'a')
        expect(lines.map((line) => line.text).join(' ')).toBe(said.map(([, words]) => words).join(' '))
        expect([lines[0]?.start, lines.at(-1)?.end]).toEqual([0, end])
        lines.slice(1).forEach(({ start }, at) => expect(start).toBe(lines[at]?.end))
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
      }),
    )
  })

  test('lyrics are spoken where that is chosen', () => {
    const song = [cue('a', '♪ Row your boat ♪')]
    expect([hasLyrics(song), hasLyrics(cues)]).toEqual([true, false])
    expect(dubLines(song, false)).toEqual([])
    expect(dubLines(song, false, { isSung: true }).map(({ text }) => text)).toEqual(['Row your boat'])
  })

  test('in a translation is whom the original names', () => {
    const original = cues.map(({ id, text }) => cue(id, text))
    const made = [cue('a', 'María: Uno.'), cue('b', 'María: Dos.'), cue('c', 'Juan: Tres.'), cue('d', 'Y cuatro.')]
    expect(dubLines(made, true, { original }).map(({ speaker, text }) => [speaker, text])).toEqual([
      ['name:MARY', 'Uno.'],
      ['name:MARY', 'Dos.'],
      ['name:JOHN', 'Tres.'],
      ['', 'Y cuatro.'],
    ])
  })
})
