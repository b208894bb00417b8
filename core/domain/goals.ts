import type { ChainStop } from './chain.ts'
import type { DubSubtitles } from './dubbing.ts'
import { stemOf } from './file-names.ts'
import type { LanguageCode } from './languages.ts'
import { nameLengths } from './limits.ts'

/** What the user wants of dropped videos. */
export interface Goals {
  /** In the spoken language; a translation and a dub need them. */
  readonly subtitles: boolean
  readonly translate: boolean
  /** Includes the translation. */
  readonly dub: boolean
  /** Text in the picture is erased first. */
  readonly erase: boolean
  /** Empty for what each file says. */
  readonly source: LanguageCode | ''
  readonly targets: readonly LanguageCode[]
  /** How the result shows its subtitles. */
  readonly shown: DubSubtitles
  /** After which steps the user corrects the text. */
  readonly stops: readonly ChainStop[]
}

/** Subtitles only. */
export const plainGoals: Goals = {
  ...{ subtitles: true, translate: false, dub: false, erase: false },
  ...{ source: '', targets: [], shown: 'none', stops: [] },
}

/** What a card of the start page switches. */
export type Goal = 'subtitles' | 'translate' | 'dub' | 'erase'

/**
 * The goals with a part switched: a dub goes with its translation, and a translation with subtitles; at least
 * subtitles or a clean picture are left.
 */
export function switched(goals: Goals, part: Goal): Goals {
  const isOn = !goals[part]
  switch (part) {
    case 'subtitles':
      return isOn ? { ...goals, subtitles: true } : { ...goals, ...pictureOnly }
    case 'translate':
      return isOn ? { ...goals, subtitles: true, translate: true } : { ...goals, translate: false, dub: false }
    case 'dub':
      return isOn ? { ...goals, subtitles: true, translate: true, dub: true } : { ...goals, dub: false }
    case 'erase':
      return { ...goals, erase: isOn, subtitles: goals.subtitles || !isOn }
  }
}

const pictureOnly = { subtitles: false, translate: false, dub: false, erase: true } as const

/** The fields of a chain for goals. */
export function chainOf(goals: Goals) {
  const { subtitles, translate, dub, erase, source, targets, shown, stops } = goals
  return {
    ...(source !== '' && { source_language: source }),
    to_languages: translate ? [...targets] : [],
    ...{ subtitles, erase, dub },
    synthesis_type: subtitles ? shown : ('none' as const),
    // There is no translation to correct without one.
    stops: stops.filter((stop) => (stop === 'extract' ? subtitles : translate)),
  }
}

/** Whether a language has to be chosen first. */
export function lacksLanguage({ translate, targets }: Goals): boolean {
  return translate && targets.length === 0
}

/** Name of the folder for files that were dropped together: the first one's, with the number of the others. */
export function folderNameOf(names: readonly string[], andMore: (first: string, more: number) => string): string {
  const first = stemOf(names[0] ?? '').trim() || (names[0] ?? '').trim()
  const more = names.length - 1
  const named = (stem: string): string => (more > 0 ? andMore(stem, more) : stem)
  const room = nameLengths.folder - named('').length
  return named(cutTo(first, room)).trim()
}

/** The text up to a number of UTF-16 units, without half a letter at its end. */
function cutTo(text: string, units: number): string {
  let cut = ''
  for (const letter of text) {
    if (cut.length + letter.length > units) break
    cut += letter
  }
  return cut.trimEnd()
}
