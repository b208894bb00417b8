import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { transcriptVtt } from '#core/subtitle/formats/words/transcript-json.ts'

/** `[speaker] word@ms word@ms`, a line each. */
function show(json: unknown): string[] {
  const file = readSubtitle(JSON.stringify(json), sequentialIds('c'), { name: 'heard.json' })
  return file.cues.map(({ id, start, end, text }) => {
    const words = file.extras.cues.get(id)?.words ?? []
    let out = ''
    let from = 0
    for (const word of words) {
      out += `${text.slice(from, word.offset)}@${word.start} `
      from = word.offset
    }
    const speaker = file.speakers.get(id)
    return `${start}-${end} ${speaker === undefined ? '' : `[${speaker}] `}${out}${text.slice(from)}`
  })
}

const deepgramWord = (word: string, start: number, end: number, speaker: number, punctuated_word = word) => ({
  ...{ word, start, end, confidence: 0.98, speaker, speaker_confidence: 0.6, punctuated_word },
})
const harbor = [
  deepgramWord('the', 0.5, 0.7, 0, 'The'),
  deepgramWord('harbor', 0.7, 1.2, 0, 'harbor.'),
  deepgramWord('yes', 1.9, 2.3, 1, 'Yes.'),
]
const deepgram = {
  metadata: { request_id: 'a', duration: 3.1, channels: 1 },
  results: {
    channels: [{ alternatives: [{ transcript: 'The harbor. Yes.', confidence: 0.98, words: harbor }] }],
  },
}
const item = (content: string, start_time: string, end_time: string, speaker_label?: string) => ({
  ...{ start_time, end_time, type: 'pronunciation', alternatives: [{ confidence: '0.99', content }] },
  ...(speaker_label !== undefined && { speaker_label }),
})
const mark = (content: string) => ({ type: 'punctuation', alternatives: [{ confidence: '0.0', content }] })

describe('transcripts of services', () => {
  test('WhisperX: speakers of segments, words that have no time', () => {
    const words = [
      { word: 'Good', start: 0.5, end: 0.8, score: 0.9, speaker: 'SPEAKER_00' },
      { word: '1984', speaker: 'SPEAKER_00' },
      { word: 'morning.', start: 1.4, end: 2, score: 0.9, speaker: 'SPEAKER_00' },
    ]
    const segments = [{ start: 0.5, end: 2, text: ' Good 1984 morning.', words, speaker: 'SPEAKER_00' }]
    expect(show({ segments, word_segments: words, language: 'en' })).toEqual([
      '500-2000 [SPEAKER_00] Good 1984 @1400 morning.',
    ])
  })

  test('Deepgram: words as they are written, by speaker; with utterances those', () => {
    const lines = ['500-1200 [Speaker 0] The @700 harbor.', '1900-2300 [Speaker 1] Yes.']
    expect(show(deepgram)).toEqual(lines)
    const utterance = (words: typeof harbor) => ({
      start: 0,
      end: 3,
      confidence: 0.9,
      channel: 0,
      transcript: '',
      words,
    })
    const utterances = [utterance(harbor.slice(0, 1)), utterance(harbor.slice(1))]
    expect(show({ ...deepgram, results: { ...deepgram.results, utterances } })).toEqual([
      '500-700 [Speaker 0] The',
      '700-1200 [Speaker 0] harbor.',
      lines[1],
    ])
  })

  test('AssemblyAI: milliseconds, with utterances where speakers are told apart', () => {
    const words = [
      { text: 'Smoke', start: 250, end: 650, confidence: 0.97, speaker: null },
      { text: 'rises.', start: 730, end: 1022, confidence: 0.99, speaker: null },
    ]
    const whole = { id: 'b', status: 'completed', text: 'Smoke rises.', words, audio_duration: 2, confidence: 0.98 }
    expect(show(whole)).toEqual(['250-1022 Smoke @730 rises.'])
    const spoken = words.map((word) => ({ ...word, speaker: 'A' }))
    const utterances = [{ confidence: 0.9, start: 250, end: 1022, text: 'Smoke rises.', words: spoken, speaker: 'A' }]
    expect(show({ ...whole, words: spoken, utterances })).toEqual(['250-1022 [A] Smoke @730 rises.'])
  })

  test('Amazon Transcribe: marks belong to the word before, speakers stand beside the words or in their own list', () => {
    const results = {
      transcripts: [{ transcript: 'On hold, Mary. Sorry.' }],
      items: [
        item('On', '4.87', '5.02', 'spk_0'),
        item('hold', '5.02', '5.17', 'spk_0'),
        mark(','),
        item('Mary', '5.3', '5.9', 'spk_0'),
        mark('.'),
        item('Sorry', '8.49', '9.24', 'spk_1'),
        mark('.'),
      ],
    }
    const lines = ['4870-5900 [spk_0] On @5020 hold, @5300 Mary.', '8490-9240 [spk_1] Sorry.']
    const whole = { jobName: 'c', accountId: '1', status: 'COMPLETED', results }
    expect(show(whole)).toEqual(lines)
    const spoken = [
      ['4.87', '5.02', 'spk_0'],
      ['5.02', '5.17', 'spk_0'],
      ['5.3', '5.9', 'spk_0'],
      ['8.49', '9.24', 'spk_1'],
    ].map(([start_time, end_time, speaker_label]) => ({ start_time, end_time, speaker_label }))
    const segments = spoken.map((one) => ({ ...one, items: [one] }))
    const items = results.items.map((one) => ({ ...one, speaker_label: undefined }))
    const apart = { ...results, items, speaker_labels: { speakers: 2, segments } }
    expect(show({ ...whole, results: apart })).toEqual(lines)
  })

  test('Google v1: times of words, a start of zero left out, the last result with all words where speakers are told', () => {
    const words = [
      { endTime: '0.500s', word: 'old' },
      { startTime: '0.500s', endTime: '1.400s', word: 'bridge' },
    ]
    const results = [{ alternatives: [{ transcript: 'old bridge', confidence: 0.9, words }], resultEndTime: '1.500s' }]
    expect(show({ results })).toEqual(['0-1400 old @500 bridge'])
    const tagged = words.map((word, at) => ({ ...word, speakerTag: at + 1 }))
    expect(show({ response: { results: [...results, { alternatives: [{ words: tagged }] }] } })).toEqual([
      '0-500 [Speaker 1] old',
      '500-1400 [Speaker 2] bridge',
    ])
    // As client libraries write durations; results without words have the end of the one before.
    const long = { seconds: '3', nanos: 250_000_000 }
    expect(show({ results: [...results, { alternatives: [{ transcript: 'and on' }], resultEndTime: long }] })).toEqual([
      '0-1400 old @500 bridge',
      '1500-3250 and on',
    ])
  })

  test('Google v2: offsets, labels of speakers, files of a batch', () => {
    const words = [
      { startOffset: '1.200s', endOffset: '1.800s', word: 'New', speakerLabel: '1' },
      { startOffset: '1.800s', endOffset: '2.600s', word: 'York', speakerLabel: '1' },
    ]
    const results = [
      { alternatives: [{ transcript: 'New York', words }], resultEndOffset: '3s', languageCode: 'en-us' },
    ]
    const lines = ['1200-2600 [1] New @1800 York']
    expect(show({ results, metadata: { totalBilledDuration: '3s' } })).toEqual(lines)
    expect(show({ results: { 'gs://bucket/film.wav': { transcript: { results } } } })).toEqual(lines)
  })

  test('ElevenLabs: seconds, blanks between the words', () => {
    const words = [
      { text: 'Hi', start: 0.1, end: 0.4, type: 'word', speaker_id: 'speaker_0' },
      { text: ' ', start: 0.4, end: 0.5, type: 'spacing', speaker_id: 'speaker_0' },
      { text: 'you', start: 0.5, end: 1, type: 'word', speaker_id: 'speaker_0' },
    ]
    expect(show({ language_code: 'eng', text: 'Hi you', words })).toEqual(['100-1000 [speaker_0] Hi @500 you'])
  })

  test('lines end with sentences, at pauses, and before they are longer than two rows', () => {
    const said = (text: string, each = 300, pause = 0) =>
      text.split(' ').map((word, at) => ({ text: word, start: at * (each + pause), end: at * (each + pause) + each }))
    const lines = (words: ReturnType<typeof said>) =>
      show({ text: '', words }).map((line) => line.replace(/@\d+ /g, ''))
    expect(lines(said('This is a sentence of some words. And one more'))).toEqual([
      '0-2100 This is a sentence of some words.',
      '2100-3000 And one more',
    ])
    expect(lines(said('one two', 300, 900))).toEqual(['0-300 one', '1200-1500 two'])
    for (const line of lines(said(Array.from({ length: 80 }, () => 'word').join(' '))))
      expect(line.replace(/^\S+ /, '').length).toBeLessThanOrEqual(84)
    expect(lines(said('我们 去 看 海'))).toEqual(['0-1200 我们去看海'])
  })

  test('JSON of any other shape is none, and none ends the reader', () => {
    for (const json of [
      {},
      [],
      null,
      { results: [] },
      { results: { items: 'x' } },
      { words: [1, null] },
      { results: { channels: [null] } },
    ])
      expect(transcriptVtt(JSON.stringify(json))).toBeUndefined()
    const keys = fc.constantFrom(
      'results',
      'words',
      'items',
      'channels',
      'alternatives',
      'start',
      'startTime',
      'text',
      'word',
      'response',
      'utterances',
      'type',
      'nanos',
    )
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.double(),
        fc.string(),
        fc.constant(null),
        fc.constant('1.5s'),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(keys, tie('node'), { maxKeys: 5 }),
      ),
    })).node
    fc.assert(
      fc.property(fc.dictionary(keys, value, { maxKeys: 6 }), (json) => {
        const vtt = transcriptVtt(JSON.stringify(json))
        if (!vtt) return
        const { cues } = readSubtitle(vtt.content, sequentialIds('c'))
        for (const { start, end } of cues) expect(end).toBeGreaterThan(start)
      }),
      { numRuns: 500 },
    )
  })
})
