import { stemOf } from './file-names.ts'
import { type LanguageCode, languageOfTrack } from './languages.ts'

/** What may stand between the name of a video and what its subtitle file adds, such as a language. */
const SEPARATOR = /^[ ._()[\]-]/

/** What makes another number of the one before it: `1.5`, `1 - 2`, `1-2`. */
const OTHER_NUMBER = /^(?:\.|\s*[-–]\s*)\d{1,3}(?![\p{L}\p{N}])/u

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Order of paths as people count: folder by folder, `Ep2` before `Ep10`. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    const order = collator.compare(part, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

interface Named {
  readonly folders: readonly string[]
  /** The name in small letters and composed characters (NFC), without its extension. */
  readonly stem: string
}

function namedBy(path: string): Named {
  const folders = path.normalize('NFC').split('/')
  return { stem: stemOf(folders.pop() ?? '').toLowerCase(), folders }
}

/**
 * Which video each subtitle file belongs to, by their paths: the nearest one whose name the file's begins with before a
 * separator, and of those of one folder the one with the longest name; else the nearest one of the same series, season and
 * episode. Undefined where there is none, or where several are equally near in other folders or have the same episode.
 */
export function pairByPath(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const named = videos.map(namedBy)
  return subtitles.map((path) => ownerOf(namedBy(path), named))
}

/** The same for names of one folder. */
export function pairByName(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const inOneFolder = (name: string): Named => ({ ...namedBy(name.replaceAll('/', ' ')), folders: [] })
  const named = videos.map(inOneFolder)
  return subtitles.map((name) => ownerOf(inOneFolder(name), named))
}

function ownerOf(file: Named, videos: readonly Named[]): number | undefined {
  const fitting = videos.flatMap((video, at) =>
    addedTo(video.stem, file.stem) === undefined || isOtherEpisode(video.stem, file.stem)
      ? []
      : [{ at, length: video.stem.length, ...nearness(file.folders, video.folders) }],
  )
  fitting.sort((a, b) => b.shared - a.shared || a.steps - b.steps || b.length - a.length || a.at - b.at)
  const [best, next] = fitting
  if (!best) return sameEpisode(file, videos)
  const isTie = next?.shared === best.shared && next.steps === best.steps && next.length === best.length
  return isTie && best.steps > 0 ? undefined : best.at
}

/** Whether two names say different episodes, as `S01E01` and `S01E01-E02` do. */
function isOtherEpisode(a: string, b: string): boolean {
  const [one, other] = [episodeOf(a), episodeOf(b)]
  return one !== undefined && other !== undefined && one !== other
}

/** The nearest video of the same episode; undefined where another is as near. */
function sameEpisode(file: Named, videos: readonly Named[]): number | undefined {
  const wanted = episodeOf(file.stem)
  if (wanted === undefined) return undefined
  const fitting = videos.flatMap((video, at) =>
    episodeOf(video.stem) === wanted ? [{ at, ...nearness(file.folders, video.folders) }] : [],
  )
  fitting.sort((a, b) => b.shared - a.shared || a.steps - b.steps)
  const [best, next] = fitting
  return next && next.shared === best?.shared && next.steps === best.steps ? undefined : best?.at
}

/** How names say an episode: `S01E02`, `1x02`, `Episode 2`, `- 02v2`. What stands before is the series. */
const EPISODES = [
  /(?<![\p{L}\p{N}])s(?<season>\d{1,2})[ ._-]*(?<episode>e\d{1,3}(?:[ ._-]*e\d{1,3})*)(?:v\d)?(?!\d)/u,
  /(?<![\p{L}\p{N}])(?<season>\d{1,2})x(?<episode>\d{1,3})(?:v\d)?(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])(?:episode|ep|e)[ ._-]*(?<episode>\d{1,3})(?:v\d)?(?![\p{L}\p{N}]|\.\d)/u,
  /\s[-–]\s(?<episode>\d{1,3})(?:v\d)?(?=$|[\s([])(?!\s*-\s*\d)/u,
] as const

/** Series, season and episode that a name says; undefined where it says none. */
function episodeOf(stem: string): string | undefined {
  for (const pattern of EPISODES) {
    const match = pattern.exec(stem)
    const { season = '', episode = '' } = match?.groups ?? {}
    if (!match) continue
    const before = stem.slice(0, match.index).replace(/\[[^\]]*\]|\([^)]*\)/g, ' ')
    const series = before.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
    const numbers = episode.match(/\d+/g) ?? []
    return [series.join(' '), ...[season, ...numbers].map((number) => (number === '' ? '' : Number(number)))].join('|')
  }
  return undefined
}

/** How many folders two paths have in common from the top, and how many steps lead from one to the other. */
function nearness(a: readonly string[], b: readonly string[]): { shared: number; steps: number } {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return { shared, steps: a.length + b.length - 2 * shared }
}

/** What a subtitle file's name adds to that of a video; undefined where it is not named like it. */
function addedTo(video: string, file: string): string | undefined {
  if (video === '' || !file.startsWith(video)) return undefined
  const added = file.slice(video.length)
  if (/\d$/.test(video) && OTHER_NUMBER.test(added)) return undefined
  return added === '' || SEPARATOR.test(added) ? added : undefined
}

/**
 * A video's subtitle files in the order in which they become its versions, so that the first, which becomes the active
 * one, is named just like the video, or else says the video's own language.
 */
export function inVersionOrder(video: string, files: readonly string[], language: LanguageCode): number[] {
  const { stem } = namedBy(video)
  const rankOf = (path: string): number => {
    const own = namedBy(path).stem
    const added = addedTo(stem, own)
    if (added === '') return 0
    return (added ?? own.slice(own.lastIndexOf('.') + 1))
      .split(/[ ._()[\]]+/)
      .some((part) => part !== '' && languageOfTrack(part) === language)
      ? 1
      : 2
  }
  return files
    .map((path, at) => ({ at, rank: rankOf(path) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ at }) => at)
}
