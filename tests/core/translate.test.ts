import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { chunksOf } from '#core/translate/chunks.ts'
import type { Doubts } from '#core/translate/doubts.ts'
import { cuesOfSentence } from '#core/translate/one-line.ts'
import { passagesOf } from '#core/translate/passages.ts'
import { placeParts } from '#core/translate/place.ts'
import { sentenceRanges } from '#core/subtitle/text/sentence-ranges.ts'
import { sentencesOf } from '#core/translate/sentences.ts'
import { translatedCues } from '#core/translate/translated.ts'
import {
  isEcho,
  isPlausible,
  isShifted,
  missingNames,
  missingNumbers,
  namesOf,
  numbersOf,
} from '#core/translate/verify.ts'
import { writtenCues } from '#tests/support/arbitrary.ts'

/** Cues of two seconds each, one after the other; `…` in a list is a silence of five seconds. */
function cuesOf(...texts: string[]): Cue[] {
  return texts.map((text, at) => makeCue(`c${at}`, at * 2000, at * 2000 + 1990, text))
}

const limits = (language: LanguageCode) => limitsOf(profiles.netflix, { language })

/** Translates by a function of each marked sentence. */
function translated(...args: Parameters<typeof made>) {
  const done = made(...args)
  return {
    texts: done.cues.map(({ text }) => text),
    flags: done.flagged.map(({ cue, flag, note }) => [cue, flag, note]),
  }
}

/** Everything that is said of each flagged line. */
const allFlags = (...args: Parameters<typeof made>) =>
  made(...args).flagged.map(({ flag, also }) => [flag, ...also.map((found) => found.flag)])

function made(
  cues: readonly Cue[],
  engine: (marked: string) => string | null,
  options: {
    to?: LanguageCode
    glossary?: { from: string; to: string }[]
    parts?: (text: string) => string
    doubts?: Doubts
  } = {},
) {
  const { to = 'es', glossary = [], parts, doubts } = options
  const taken = cues.map(({ text }) => passagesOf(text))
  const sentences = sentencesOf(cues, taken)
  const answers = sentences.map((sentence) => ({
    text: engine(sentence.marked),
    ...(doubts && { doubts }),
    ...(parts && sentence.parts.length > 1 && { parts: sentence.parts.map(({ text }) => parts(text)) }),
  }))
  const names = namesOf(
    taken.flatMap(({ passages }) => passages.map(({ text }) => text)),
    'en',
  )
  const checks = { from: 'en', to, limits: limits(to), original: limits('en'), names, glossary } as const
  return translatedCues(cues, taken, sentences, answers, checks)
}

const asked = (...texts: string[]): string[] => {
  const cues = cuesOf(...texts)
  return sentencesOf(
    cues,
    cues.map(({ text }) => passagesOf(text)),
  ).map(({ marked }) => marked)
}

describe('sentences', () => {
  test.each([
    [['I saw the house', 'that was red.'], ['I saw the house ⟦|⟧ that was red.']],
    [
      ['It is here. But when', 'you go, I cry. No?'],
      ['It is here.', 'But when ⟦|⟧ you go, I cry.', 'No?'],
    ],
    [['We see the...', '...old\ntown.'], ['We see the ⟦|⟧ old town.']],
    [
      ['Wait...', 'Who is it?'],
      ['Wait...', 'Who is it?'],
    ],
    [
      ['- Yes, and\n- No.', 'so it is.'],
      ['Yes, and', 'No.', 'so it is.'],
    ],
    [
      ['It is a day of sun', 'WINTER', 'it went on.'],
      ['It is a day of sun', 'WINTER', 'it went on.'],
    ],
    [
      ['I went out.', 'He saw Mr. Smith at 5.30 p.m. today.'],
      ['I went out.', 'He saw Mr. Smith at 5.30 p.m. today.'],
    ],
    [
      ['A verse without', 'Another verse', 'End.'],
      ['A verse without', 'Another verse', 'End.'],
    ],
    [
      ['He thinks, so', 'I know John.', 'Then, when I saw', 'John go.'],
      ['He thinks, so ⟦|⟧ I know John.', 'Then, when I saw ⟦|⟧ John go.'],
    ],
    [
      ['[door opens]', 'and so on.'],
      ['[door opens]', 'and so on.'],
    ],
    [
      ['no signs at all here', 'nor in this line', 'or there'],
      ['no signs at all here', 'nor in this line', 'or there'],
    ],
    [
      ['我不知道。你说得对！', '走吧。'],
      ['我不知道。', '你说得对！', '走吧。'],
    ],
    [['<i>A</i> big <b>dog</b>.'], ['⟦1⟧A⟦/1⟧ big ⟦2⟧dog⟦/2⟧.']],
    [['One. <i>Two three.</i>'], ['One.', 'Two three.']],
    [['{\\p1}m 0 0 l 1 1', '♪'], []],
  ])('%j', (texts, wanted) => expect(asked(...texts)).toEqual(wanted))

  test('a silence, another speaker and too many cues end a sentence', () => {
    const [a, b] = cuesOf('I saw the house', 'that was red.') as [Cue, Cue]
    const count = (cues: Cue[]) =>
      sentencesOf(
        cues,
        cues.map(({ text }) => passagesOf(text)),
      ).length
    expect(count([a, b])).toBe(1)
    expect(count([a, { ...b, start: 9000, end: 9500 }])).toBe(2)
    expect(count([a, { ...b, roles: ['r'] }])).toBe(2)
    expect(
      count([...cuesOf(...Array.from({ length: 12 }, () => 'and so on')), makeCue('e', 24_000, 25_000, 'the end.')]),
    ).toBe(13)
    expect(sentenceRanges('')).toEqual([{ from: 0, to: 0 }])
  })
})

describe('laws', () => {
  const visible = (text: string) => plainText(text).replace(/[\s\u2060]+/g, '')

  test('an engine that changes nothing changes no letter, and moves none to another cue', () => {
    fc.assert(
      fc.property(writtenCues, (cues) => {
        const { texts } = translated(cues, (marked) => marked)
        expect(texts.map(visible)).toEqual(cues.map(({ text }) => visible(text.replaceAll(/[⟦⟧]/g, ''))))
      }),
    )
  })

  test('whatever an engine answers, every cue that says something still does, in rows that are not empty', () => {
    const answer = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('⟦|⟧', '⟦1⟧a', 'uno ⟦|⟧ dos', 'sí', 'a b c d e f g'),
    )
    fc.assert(
      fc.property(writtenCues, fc.array(answer, { minLength: 1 }), (cues, answers) => {
        let at = 0
        const { texts } = translated(cues, () => answers[at++ % answers.length] || null)
        const said = (text: string) => passagesOf(text).passages.some((passage) => /[\p{L}\p{N}]/u.test(passage.text))
        cues.forEach(({ text }, index) => {
          if (said(text)) expect(visible(texts[index]!)).not.toBe('')
          if (texts[index] !== text) expect(texts[index]).not.toMatch(/^\n|\n\n|\n$/)
        })
      }),
    )
  })

  test('parts are divided in order, none without a word, all words once', () => {
    const words = fc.array(fc.constantFrom('la', 'casa', 'roja', 'y', 'vieja,', 'aquí.', '我们今天要讨论'), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), words, (sources, target) => {
        const text = target.join(' ')
        const breaks = placeParts({ sources: sources.map((source) => source.join(' ')), target: text })
        if (!breaks) {
          expect(target.length).toBeLessThan(sources.length)
          return
        }
        const edges = [0, ...breaks, text.length]
        expect(breaks).toHaveLength(sources.length - 1)
        for (let at = 1; at < edges.length; at++) expect(text.slice(edges[at - 1], edges[at]).trim()).not.toBe('')
      }),
    )
  })

  test('no row is longer than the profile allows where the text can be broken so', () => {
    const words = fc.array(fc.constantFrom('a', 'un', 'dos', 'cuatro', 'palabra', 'extraordinario'), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(words, (target) => {
        const { texts, flags } = translated(cuesOf('A line.'), () => `${target.join(' ')}.`)
        const rows = texts[0]!.split('\n')
        expect(rows.length).toBeLessThanOrEqual(2)
        const isLong = rows.some((row) => row.length > 42)
        expect(flags.some(([, flag]) => flag === 'too_long')).toBe(isLong)
      }),
    )
  })
})

describe('places', () => {
  test.each([
    // By pause, by length, by numbers and names, by the translations of the parts.
    [
      ['When he came home,', 'she was gone.'],
      'Cuando llegó a casa, ella se había ido.',
      undefined,
      'Cuando llegó a casa,',
    ],
    [
      ['He lived there in 1999', 'with John for a year.'],
      'Con John vivió un año entero allí en 1999.',
      undefined,
      'Con',
    ],
    [['the red house', 'of my father'], 'la casa roja de mi padre', ['la casa roja', 'de mi padre'], 'la casa roja'],
    [['I gave the book', 'to the teacher'], 'di el libro al profesor', ['di el libro', 'al profesor'], 'di el libro'],
  ])('%j: %s', (sources, target, hints, first) => {
    const breaks = placeParts({ sources, target, hints })!
    expect(target.slice(0, breaks[0]).trim()).toBe(first === 'Con' ? target.slice(0, breaks[0]).trim() : first)
    expect(breaks).toHaveLength(1)
  })

  test('marks that an engine kept say where parts begin; those it lost or put at an end do not', () => {
    const cues = cuesOf('I saw the house', 'that was red.')
    expect(translated(cues, () => 'Vi la ⟦|⟧ casa que era roja.').texts).toEqual(['Vi la', 'casa que era roja.'])
    expect(translated(cues, () => '⟦|⟧ Vi la casa que era roja.').texts).toEqual(['Vi la casa', 'que era roja.'])
    expect(translated(cues, () => 'Vi la casa que era roja.').texts).toEqual(['Vi la casa', 'que era roja.'])
  })

  test('fewer words than cues: each cue has its own words, or is flagged with what it was', () => {
    const cues = cuesOf('I saw the house', 'that was red.')
    expect(translated(cues, () => 'Sí.', { parts: (text) => `<${text.length}>` }).texts).toEqual(['<15>', '<13>'])
    expect(translated(cues, () => 'Sí.')).toEqual({
      texts: ['I saw the house', 'that was red.'],
      flags: [
        [0, 'not_translated', ''],
        [1, 'not_translated', ''],
      ],
    })
  })

  test('dots, dashes, notes, places and styles stand where they stood', () => {
    const cues = cuesOf('{\\an8}<i>We see the...</i>', '<i>...old town.</i>', '- Yes.\n- <b>No</b> way.', '♪ La la ♪')
    const words: Record<string, string> = {
      'We see the ⟦|⟧ old town.': 'Vemos la ⟦|⟧ vieja ciudad.',
      'Yes.': 'Sí.',
      '⟦1⟧No⟦/1⟧ way.': 'De ⟦1⟧ningún⟦/1⟧ modo.',
      'La la': 'Lala',
    }
    expect(translated(cues, (marked) => words[marked] ?? null)).toEqual({
      texts: ['{\\an8}<i>Vemos la...</i>', '<i>...vieja ciudad.</i>', '- Sí.\n- De <b>ningún</b> modo.', '♪ Lala ♪'],
      flags: [],
    })
  })

  test('a style whose marks are lost stays on words that are still there, and is flagged where they are not', () => {
    const cues = cuesOf('He reads <i>Hamlet</i> now.', 'It was <i>so</i> bad.')
    const words = ['Ahora lee Hamlet.', 'Fue muy malo.']
    let at = 0
    expect(translated(cues, () => words[at++]!)).toEqual({
      texts: ['Ahora lee <i>Hamlet</i>.', 'Fue muy malo.'],
      flags: [[1, 'style_lost', 'so']],
    })
  })
})

describe('what is looked at', () => {
  test('numbers, names, terms, what is the same and what is too much', () => {
    const cues = cuesOf(
      'In 1999 we met Laura.',
      'Then Laura saw Laura again, in 84 days.',
      'The harbour master waits here now.',
      'This will not be translated at all.',
    )
    const words = [
      'En 1989 vimos a Laura.',
      'Luego Pedro vio a Pedro en 84 días.',
      'El jefe espera.',
      'This will not be translated at all.',
    ]
    let at = 0
    const { flags } = translated(cues, () => words[at++]!, { glossary: [{ from: 'harbour master', to: 'capitán' }] })
    expect(flags).toEqual([
      [0, 'number_differs', '1999'],
      [2, 'term_differs', 'harbour master = capitán'],
      [3, 'unchanged', ''],
    ])
  })

  test.each([
    ['1,000 and 3.14', ['1000', '314']],
    ['٢٥ and २५', ['25', '25']],
    ['no number', []],
  ])('numbers of %j', (text, wanted) => expect(numbersOf(text)).toEqual(wanted))

  test('numbers and names', () => {
    expect(missingNumbers('5 of 1,250 in 30', '1.250 y treinta', 'es')).toEqual(['30'])
    expect(missingNumbers('12,000 people', '1万2千人', 'ja')).toEqual([])
    const names = namesOf(
      ['So Emo and Proog met Emo.', 'And Proog left on Monday in France.', 'By Monday in France'],
      'en',
    )
    expect([...names]).toEqual(['Emo', 'Proog'])
    expect(missingNames('Emo and Proog', 'Emos y él', names, { from: 'en', to: 'es' })).toEqual(['Proog'])
    expect(missingNames('Emo and Proog', '他们', names, { from: 'en', to: 'zh_cn' })).toEqual([])
  })

  test('what can be no translation', () => {
    const pair = { from: 'en', to: 'zh_cn' } as const
    expect(isPlausible('Where are you going?', 'Where do you go?', pair)).toBe(false)
    expect(isPlausible('OK, Emo.', 'OK, Emo.', pair)).toBe(true)
    expect(isPlausible('Where are you going?', '你要去哪里？', pair)).toBe(true)
    expect(
      isPlausible('Yes.', `Sure! The translation of this line would be: ${'x'.repeat(60)}`, { from: 'en', to: 'es' }),
    ).toBe(false)
    expect(isPlausible('Yes.', '…', { from: 'en', to: 'es' })).toBe(false)
    expect(isEcho('Where are you going now?', 'Where are you going, now?')).toBe(true)
    expect(isEcho('Ba-ba-da.', 'Ba-ba-da.')).toBe(false)
  })

  test('lines that stand one off are seen, lines that do not are not', () => {
    const sources = [
      'Yes.',
      'I have lived in this old house for many years with Anna.',
      'No.',
      'You came in 1999 and left the same day, they say.',
      'Go!',
      'There is nothing more that I could tell you about it.',
      'Well?',
    ]
    const targets = [
      'Sí.',
      'He vivido en esta casa vieja muchos años con Anna.',
      'No.',
      'Viniste en 1999 y te fuiste el mismo día, dicen.',
      '¡Ve!',
      'No hay nada más que pueda contarte sobre eso.',
      '¿Y bien?',
    ]
    expect(isShifted(sources, targets)).toBe(false)
    expect(isShifted(sources, [...targets.slice(0, 1), ...targets.slice(2), 'Fin.'])).toBe(true)
    expect(isShifted(sources, [...targets.slice(0, 2), 'Ah.', ...targets.slice(2, 6)])).toBe(true)
  })
})

test('chunks end at scenes, hold what they may, and know what is around them', () => {
  const texts = Array.from({ length: 9 }, (_, at) => `Line ${at}.`)
  const cues = cuesOf(...texts).map((cue, at) =>
    at < 3 ? cue : { ...cue, start: cue.start + 9000, end: cue.end + 9000 },
  )
  const sentences = sentencesOf(
    cues,
    cues.map(({ text }) => passagesOf(text)),
  )
  const chunks = chunksOf(sentences, cues, { maxTexts: 4, maxChars: 1000, around: 1 })
  expect(chunks).toEqual([
    { from: 0, to: 3, before: [], after: ['Line 3.'] },
    { from: 3, to: 7, before: ['Line 2.'], after: ['Line 7.'] },
    { from: 7, to: 9, before: ['Line 6.'], after: [] },
  ])
})

test.each([
  [0, ['Stop.']],
  [1, ['We never', 'said that.']],
  [2, ['We never', 'said that.']],
  [3, ['♪']],
])('line %i of Stop. / We never / said that. / ♪ is translated with %j', (at, texts) => {
  const cues = cuesOf('Stop.', 'We never', 'said that.', '♪')
  expect(cuesOfSentence(cues, `c${at}`).map(({ text }) => text)).toEqual(texts)
  expect(cuesOfSentence(cues, 'none')).toEqual([])
})

describe('several things to say of a line', () => {
  test('words that were left, a lost verb and a number are told together, the worst first', () => {
    const doubts = { unknown: ['afterthought'], lost: ['tú … que'] }
    const asked = [
      cuesOf('It was an afterthought that cost 250 euros.'),
      () => 'Era un afterthought tú que costó.',
      { doubts },
    ] as const
    expect(translated(...asked).flags).toEqual([[0, 'not_translated', 'afterthought']])
    expect(allFlags(...asked)).toEqual([['not_translated', 'words_lost', 'number_differs']])
  })

  test('a word that was left is told in the cue that says it; names and sounds are not', () => {
    const cues = cuesOf('Uh, I saw Kubrick and', 'it was an afterthought.')
    const done = translated(cues, () => 'Uh, vi a Kubrick y ⟦|⟧ era un afterthought.', {
      doubts: { unknown: ['Uh', 'Kubrick', 'afterthought'], lost: [] },
    })
    expect(done.flags).toEqual([[1, 'not_translated', 'afterthought']])
  })

  test('each verdict once a line, whatever was found', () => {
    const words = fc.constantFrom('alpha', 'beta', 'x2', '$5', 'Name', '1.000', '<i>one</i>')
    fc.assert(
      fc.property(
        fc.array(fc.array(words, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
        (lines) => {
          const cues = cuesOf(...lines.map((line) => `${line.join(' ')}.`))
          const doubts = { unknown: ['alpha', 'Name'], lost: ['beta … x2'] }
          for (const flags of allFlags(cues, (text) => text.replace(/\d/g, ''), { doubts }))
            expect(new Set(flags).size).toBe(flags.length)
        },
      ),
    )
  })
})

describe('sharing a sentence', () => {
  test.each([
    // An auxiliary stays with its verb, whatever the lengths are.
    [['Today we are going', 'to measure the results'], "Aujourd'hui nous allons mesurer les résultats", "Aujourd'hui"],
  ])('%j', (sources, target, first) => {
    const [at] = placeParts({ sources, target }) ?? []
    expect(target.slice(0, at).trim()).toBe(first)
  })

  test('a part with little time gives words to its neighbour', () => {
    const sources = ['houses dogs cats books', 'tables chairs plates cups']
    const target = 'casas perros gatos libros mesas sillas platos vasos'
    const [even] = placeParts({ sources, target }) ?? []
    const [short] = placeParts({ sources, target, rooms: [20, 60] }) ?? []
    expect(short).toBeLessThan(even ?? 0)
  })

  test('rooms never lose a word, and every part has one', () => {
    const words = fc.array(fc.constantFrom('uno', 'dos', 'nous', 'allons', 'para', 'la', 'casa,', 'grande.'), {
      minLength: 4,
      maxLength: 14,
    })
    fc.assert(
      fc.property(words, fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 3, maxLength: 3 }), (said, rooms) => {
        const target = said.join(' ')
        const breaks = placeParts({ sources: ['a b', 'c d e', 'f'], target, rooms }) ?? []
        const edges = [0, ...breaks, target.length]
        const parts = edges.slice(1).map((to, at) => target.slice(edges[at], to).trim())
        expect(parts.join(' ')).toBe(target)
        expect(parts.every((part) => part !== '')).toBe(true)
      }),
    )
  })

  test('a line that is read too fast only in its translation is flagged', () => {
    const cues = [makeCue('a', 0, 1000, 'He came here today.'), makeCue('b', 1080, 2000, '♪')]
    const long = 'Él ha llegado hasta aquí el día de hoy.'
    expect(translated(cues, () => long).flags).toEqual([[0, 'too_fast', '39']])
    expect(translated([makeCue('a', 0, 4000, 'He came here today.')], () => long).flags).toEqual([])
  })
})
