import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePaths, inVersionOrder, pairByName, pairByPath } from '#core/domain/file-pairs.ts'
import { transferRate, type TransferSample, withSample } from '#core/domain/transfer-rate.ts'

test.each([
  ['a.mp4', 'a.srt', 'a.mp4'],
  ['a.mp4', 'A.en.srt', 'a.mp4'],
  ['a.mp4', 'a (zh).ass', 'a.mp4'],
  ['a.mp4', 'ab.srt', ''],
  ['a.mp4 a.b.mp4', 'a.b.en.srt', 'a.b.mp4'],
  ['a.mp4 b.mp4', 'c.srt', ''],
  ['.mp4', 'x.srt', ''],
])('of %s, %s belongs to %s', (videos, file, owner) => {
  const names = videos.split(' ')
  const [at] = pairByName(names, [file])
  expect(at === undefined ? '' : names[at]).toBe(owner)
})

test('a file with the name of a video belongs to one of that name, whatever others are there', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(fc.array(name), name, (others, own) => {
      const videos = [...others, own].map((stem) => `${stem}.mp4`)
      const [at] = pairByName(videos, [`${own}.srt`])
      expect(videos[at!]).toBe(`${own}.mp4`)
    }),
  )
})

test.each([
  // Beside it, and not the first of that name.
  ['Show/S1/Ep1.mp4 Show/S2/Ep1.mp4', 'Show/S1/Ep1.srt', 0],
  ['Show/S1/Ep1.mp4 Show/S2/Ep1.mp4', 'Show/S2/Ep1.en.srt', 1],
  ['Show/S1/Ep1.mp4 Show/S2/Ep1.mp4', 'Show/S2/Subs/Ep1.srt', 1],
  ['Film/Film.mp4 Film/extras/Film.mp4', 'Film/Film.srt', 0],
  ['Film/Film.mp4', 'Film/Subs/Film.srt', 0],
  // Nothing shows which of the two it is.
  ['Show/S1/Ep1.mp4 Show/S2/Ep1.mp4', 'Show/Subs/Ep1.srt', undefined],
  ['Show/S1/Ep1.mp4 Show/S2/Ep1.mp4', 'Ep1.srt', undefined],
])('of %s, %s belongs to the one at %s', (videos, file, at) => {
  expect(pairByPath(videos.split(' '), [file])).toEqual([at])
})

test('whatever other folders hold, a file belongs to the video beside it', () => {
  const folder = fc.stringMatching(/^[a-c](\/[a-c]){0,2}$/)
  fc.assert(
    fc.property(fc.array(folder), folder, (others, own) => {
      const videos = [...others, own].map((each) => `${each}/Ep1.mp4`)
      const [at] = pairByPath(videos, [`${own}/Ep1.srt`])
      expect(videos[at!]).toBe(`${own}/Ep1.mp4`)
    }),
  )
})

test('names that a Mac wrote in decomposed characters belong together', () => {
  expect(pairByName(['Caf\u00e9 1.mp4'], ['Cafe\u0301 1.srt', 'Cafe\u0301 1.en.srt'])).toEqual([0, 0])
  expect(pairByPath(['Caf\u00e9/1.mp4', 'x/1.mp4'], ['Cafe\u0301/1.srt'])).toEqual([0])
})

test.each([
  ['Show S01E01.mkv|Show S01E02.mkv', 'Show 1x02.srt', 1],
  ['Show 1x02.mkv', 'show.s01e02.en.srt', 0],
  ['[Grp] Series - 02v2 [1080p].mkv|[Grp] Series - 03 [1080p].mkv', '[Subs] Series - 02.srt', 0],
  ['Episode 1.mkv|Episode 10.mkv', 'Episode 01.srt', 0],
  ['Episode 1.mkv|Episode 10.mkv', 'Episode 10.srt', 1],
  ['Show S01E01.mkv|Show S01E01E02.mkv', 'Show S01E01-E02.srt', 1],
  ['Show 1.mkv', 'Show 1 (2019).srt', 0],
  // Another episode, another series, or two that are as near.
  ['Show 1.mkv', 'Show 1.5.srt', undefined],
  ['Show 1.mkv', 'Show 1 - 2.srt', undefined],
  ['Episode 1.mkv', 'Episode 1.5.srt', undefined],
  ['Show S01E02.mkv', 'Show S02E02.srt', undefined],
  ['Show S01E02.mkv', 'Other 1x02.srt', undefined],
  ['[A] Series - 02.mkv|[B] Series - 02.mkv', '[Subs] Series - 02.srt', undefined],
])('of %s, %s is the episode at %s', (videos, file, at) => {
  expect(pairByName(videos.split('|'), [file])).toEqual([at])
})

test('each episode has its own subtitles, however names say it', () => {
  const spellings = [
    (season: number, episode: number) => `Show S${String(season).padStart(2, '0')}E${String(episode).padStart(2, '0')}`,
    (season: number, episode: number) => `Show ${season}x${String(episode).padStart(2, '0')}`,
    (season: number, episode: number) => `show.s${season}e${episode}`,
  ]
  const spelling = fc.constantFrom(...spellings)
  const episodes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 30 })), {
    selector: String,
    minLength: 1,
  })
  fc.assert(
    fc.property(episodes, spelling, spelling, (all, video, file) => {
      const videos = all.map(([season, episode]) => `${video(season, episode)}.mkv`)
      const files = all.map(([season, episode]) => `${file(season, episode)}.srt`)
      expect(pairByName(videos, files)).toEqual(all.map((_, at) => at))
    }),
  )
})

test('files come in the order in which people count', () => {
  const paths = ['S2/Ep1.mp4', 'S10/Ep1.mp4', 'S2/Ep10.mp4', 'S2/Ep2.mp4', 'a.mp4', 'S2']
  expect(paths.sort(comparePaths)).toEqual(['a.mp4', 'S2', 'S2/Ep1.mp4', 'S2/Ep2.mp4', 'S2/Ep10.mp4', 'S10/Ep1.mp4'])
})

test.each([
  ['Talk.es.srt Talk.srt', 'Talk.srt Talk.es.srt'],
  ['Talk.es.srt Talk.en.srt', 'Talk.en.srt Talk.es.srt'],
  ['Talk.fr.srt Talk.es.srt', 'Talk.fr.srt Talk.es.srt'],
  ['Talk.es.srt Talk.eng.sdh.srt', 'Talk.eng.sdh.srt Talk.es.srt'],
])('%s become versions of an English Talk.mp4 in the order %s', (files, order) => {
  const names = files.split(' ')
  expect(inVersionOrder('Talk.mp4', names, 'en').map((at) => names[at])).toEqual(order.split(' '))
})

test('a steady transfer has its own rate; nothing sent has none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 60 }), (perSecond, seconds) => {
      let samples: TransferSample[] = []
      for (let second = 0; second <= seconds; second++)
        samples = withSample(samples, { at: second * 1000, sent: second * perSecond })
      expect(transferRate(samples)).toBeCloseTo(perSecond, 5)
    }),
  )
  expect(transferRate([])).toBe(0)
  expect(transferRate([{ at: 0, sent: 5 }])).toBe(0)
})

test('thousands of files are paired in one pass, and names longer than any system has are read to their limit', () => {
  const names = Array.from({ length: 5000 }, (_, at) => `film ${at + 1} x.srt`)
  expect(
    pairByName(
      names.map((name) => name.replace('.srt', '.mp4')),
      names,
    ),
  ).toEqual(names.map((_, at) => at))
  expect(
    pairByPath(
      names.map(() => 'film.mp4'),
      names,
    ),
  ).toEqual(names.map(() => 0))
  const hostile = ['[', ' - 1', 'e1 ', '(', '.'].map((piece) => piece.repeat(300_000))
  expect(pairByPath(hostile, hostile)).toHaveLength(hostile.length)
})
