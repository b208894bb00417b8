/** Clips that are easily misread: neighbouring cues that differ in a letter, and scene text. */
import type { LanguageCode } from '#core/domain/languages.ts'
import { burnedCues, type Clip, lookNames, type Overlay, timed } from './clips.ts'
import { ownLines } from './lines.ts'

/** Consecutive cues that differ in a letter, a mark or a digit. */
const nearIdentical: Partial<Record<LanguageCode, readonly string[]>> = {
  en: [
    ...['Born in 1949', 'Born in 1950', 'He is in the car', 'He is on the car', 'Take 10 of them', 'Take 11 of them'],
    ...['Wait for room 1', 'Wait for room 2', 'Where is the bat?', 'Where is the cat?', 'Three...', 'Two...', 'One...'],
    ...['I saw her hat', 'I saw her hut'],
  ],
  zh_cn: [
    ...['我不去', '我要去', '他在这里', '她在这里', '第一集', '第二集', '买三个', '买五个', '我知道了', '你知道了'],
    ...['今天去公园', '明天去公园'],
  ],
  ru: [
    ...['Мне 25 лет', 'Мне 26 лет', 'Где кот?', 'Где код?', 'Он был там', 'Он бил там', 'Моя дочь', 'Твоя дочь'],
    ...['Пять минут', 'Шесть минут'],
  ],
}

/** Chinese with blanks between clauses, quotation marks and dots. */
const spaced: Partial<Record<LanguageCode, readonly string[]>> = {
  zh_cn: [
    ...[
      '你知道吗 这是真的',
      '我们走吧 天快黑了',
      '他说“马上回来”',
      '“好的” 我明白了',
      '事情没有那么简单……',
      '等一下……',
    ],
    ...['今天 明天 后天', '用 iPhone 拍的', '我有 42 本书', '别担心 一切都会好的'],
  ],
}

/** Duration of each cue in frames; the first two of three follow without a pause. */
const NEAR_STANDS = [40, 25, 30]
const NEAR_PAUSES = [0, 0, 10]

/** Scene text for a time in seconds, as ASS in a picture of 384 by 288. */
const scenes: readonly Overlay[] = [
  overlay(0.5, 2, '{\\fnDejaVu Sans\\b1\\fs7\\an5\\pos(192,236)}RECORDED AT THE STUDIO, APRIL 2024'),
  overlay(9, 12.5, '{\\fnDejaVu Serif\\b1\\fs26\\an4\\bord0\\pos(20,252)}EXIT'),
  overlay(17, 18.5, '{\\fnDejaVu Sans Mono\\fs8\\an6\\bord0.5\\pos(372,246)}No 4711'),
]

function overlay(start: number, end: number, text: string): Overlay {
  return { start: start * 1000, end: end * 1000, text }
}

/** Neighbours that differ in a letter, in each look; cues with scene text beside them. */
export function hardClips(data: string, only: readonly string[] | undefined): Clip[] {
  const isWanted = (language: string): boolean => only?.includes(language) ?? true
  const near = Object.entries(nearIdentical)
    .filter(([language]) => isWanted(language))
    .flatMap(([language, lines]) =>
      lookNames.map((look) => {
        const cues = timed(lines, NEAR_STANDS, NEAR_PAUSES)
        return burnedCues(data, { name: `${language}-${look}-near`, language: language as LanguageCode, look, cues })
      }),
    )
  const ghosts = ['de', 'ru', 'zh_cn'].filter(isWanted).flatMap((language) =>
    lookNames.map((look) => {
      const cues = timed((ownLines[language] ?? []).slice(0, 10))
      const name = `${language}-${look}-scene`
      return burnedCues(data, { name, language: language as LanguageCode, look, cues, overlays: scenes })
    }),
  )
  const blanks = Object.entries(spaced)
    .filter(([language]) => isWanted(language))
    .flatMap(([language, lines]) =>
      lookNames.map((look) => {
        const name = `${language}-${look}-blanks`
        return burnedCues(data, { name, language: language as LanguageCode, look, cues: timed(lines) })
      }),
    )
  return [...near, ...ghosts, ...blanks]
}
