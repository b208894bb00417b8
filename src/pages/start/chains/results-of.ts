import type { ChainStep, ChainVideo } from '#core/contract/chain.ts'

/** What a chain made of a video in one language, or its picture alone. */
export interface LanguageResult {
  /** Empty for a picture. */
  readonly language: string
  /** The step that made the video or sound; undefined if only a text was wanted, or it is not there yet. */
  readonly media: ChainStep | undefined
  /** The step that made the subtitles. */
  readonly text: ChainStep | undefined
}

/** Address of the editor for a video, at one of its versions if there is one. */
export function editorOf(video_id: string, file_id = ''): string {
  const place = { video: video_id, ...(file_id !== '' && { file: file_id }) }
  return `/lab/pro/srt-edit?${new URLSearchParams(place).toString()}`
}

/** The results so far, one for each language: its last video with its text; the source text where nothing else is wanted. */
export function resultsOf({ steps }: Pick<ChainVideo, 'steps'>): LanguageResult[] {
  const done = steps.filter(({ state }) => state === 'done' || state === 'existing')
  const spoken = [...new Set(steps.map(({ language }) => language).filter((language) => language !== ''))]
  // An erased picture is a means where there are languages.
  const languages = spoken.length > 0 ? spoken : ['']
  const all = languages.flatMap((language) => {
    const ofLanguage = done.filter((step) => step.language === language)
    const media = ofLanguage.findLast(({ result_url }) => result_url !== '')
    const text = ofLanguage.findLast(({ file_id }) => file_id !== '')
    return media || text ? [{ language, media, text }] : []
  })
  // The source text is a means where other languages are wanted.
  const source = steps.find(({ step }) => step === 'extract')?.language
  const made = all.filter(({ language, media }) => media || language !== source)
  return made.length > 0 ? made : all
}
