import { stemOf } from './file-names.ts'

/** What may stand between the name of a video and what its subtitle file adds, such as a language. */
const SEPARATOR = /^[ ._()[\]-]/

/**
 * Which video each subtitle file belongs to, by their names: the one with the same name, or the longest one that the
 * file's name begins with before a separator. Undefined where there is none.
 */
export function pairByName(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const stems = videos.map((name) => stemOf(name).toLowerCase())
  return subtitles.map((name) => {
    const own = stemOf(name).toLowerCase()
    let best: number | undefined
    for (const [at, stem] of stems.entries()) {
      const fits = stem !== '' && own.startsWith(stem) && (own === stem || SEPARATOR.test(own.slice(stem.length)))
      if (fits && (best === undefined || stem.length > (stems[best]?.length ?? 0))) best = at
    }
    return best
  })
}
