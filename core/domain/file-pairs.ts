import { stemOf } from './file-names.ts'
import { type LanguageCode, languageOfTrack } from './languages.ts'

/** Separators between a video's name and its subtitle file's suffix, such as a language. */
const SEPARATOR = /^[ ._()[\]-]/

/** What extends a number: `1.5`, `1 - 2`, `1-2`. */
const OTHER_NUMBER = /^(?:\.|\s*[-–]\s*)\d{1,3}(?![\p{L}\p{N}])/u

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Natural order of paths: folder by folder, `Ep2` before `Ep10`. */
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
  /** The name in lower case and composed characters (NFC), without its extension. */
  readonly stem: string
  readonly episode: string | undefined
}

/** Longest path that is matched, in UTF-16 units. */
const LONGEST = { path: 4096, name: 255 } as const

function namedBy(path: string): Named {
  const folders = path.slice(-LONGEST.path).normalize('NFC').split('/')
  const stem = stemOf((folders.pop() ?? '').slice(-LONGEST.name)).toLowerCase()
  return { stem, episode: episodeOf(stem), folders }
}

/**
 * The video of each subtitle file by path: the nearest whose name is a prefix before a separator, in one folder the
 * longest; else the nearest of the same series, season and episode. Undefined if none or ambiguous.
 */
export function pairByPath(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const named = new Videos(videos.map(namedBy))
  return subtitles.map((path) => named.ownerOf(namedBy(path)))
}

/** The same for names of one folder. */
export function pairByName(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const inOneFolder = (name: string): Named => ({ ...namedBy(name.replaceAll('/', ' ')), folders: [] })
  const named = new Videos(videos.map(inOneFolder))
  return subtitles.map((name) => named.ownerOf(inOneFolder(name)))
}

/** A video with its index. */
interface Placed extends Named {
  readonly at: number
}

interface Near extends Placed {
  readonly shared: number
  readonly steps: number
}

/** Videos by name and by episode. */
class Videos {
  private readonly byStem: ReadonlyMap<string, readonly Placed[]>
  private readonly byEpisode: ReadonlyMap<string, readonly Placed[]>

  constructor(videos: readonly Named[]) {
    const all = videos.map((video, at) => ({ ...video, at }))
    this.byStem = grouped(all, ({ stem }) => stem)
    this.byEpisode = grouped(all, ({ episode }) => episode)
  }

  ownerOf(file: Named): number | undefined {
    const fitting: Near[] = []
    for (let length = file.stem.length; length > 0; length--) {
      const stem = file.stem.slice(0, length)
      if (this.byStem.has(stem) && addedTo(stem, file.stem) !== undefined)
        fitting.push(...near(file, this.byStem, stem))
    }
    const own = fitting.filter((video) => !isOtherEpisode(video, file))
    own.sort((a, b) => b.shared - a.shared || a.steps - b.steps || b.stem.length - a.stem.length || a.at - b.at)
    const [best, next] = own
    if (!best) return this.ofEpisode(file)
    const isTie = next?.shared === best.shared && next.steps === best.steps && next.stem.length === best.stem.length
    return isTie && best.steps > 0 ? undefined : best.at
  }

  /** The nearest video of the same episode; undefined if another is as near. */
  private ofEpisode(file: Named): number | undefined {
    if (file.episode === undefined) return undefined
    const fitting = near(file, this.byEpisode, file.episode)
    fitting.sort((a, b) => b.shared - a.shared || a.steps - b.steps)
    const [best, next] = fitting
    return next && next.shared === best?.shared && next.steps === best.steps ? undefined : best?.at
  }
}

function near(file: Named, groups: ReadonlyMap<string, readonly Placed[]>, key: string): Near[] {
  return (groups.get(key) ?? []).map((video) => ({ ...video, ...nearness(file.folders, video.folders) }))
}

/** Whether two names have different episodes, such as `S01E01` and `S01E01-E02`. */
const isOtherEpisode = (a: Named, b: Named): boolean =>
  a.episode !== undefined && b.episode !== undefined && a.episode !== b.episode

/** At most two of each group and folder, which suffice to detect ambiguity. */
function grouped(videos: readonly Placed[], keyOf: (video: Placed) => string | undefined): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>()
  const counts = new Map<string, number>()
  for (const video of videos) {
    const key = keyOf(video)
    if (key === undefined) continue
    const place = [key, ...video.folders].join('/')
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    if (count > 2) continue
    const group = groups.get(key)
    if (group) group.push(video)
    else groups.set(key, [video])
  }
  return groups
}

/** Episode notations: `S01E02`, `1x02`, `Episode 2`, `- 02v2`. The series precedes them. */
const EPISODES = [
  /(?<![\p{L}\p{N}])s(?<season>\d{1,2})[ ._-]*(?<episode>e\d{1,3}(?:[ ._-]*e\d{1,3})*)(?:v\d)?(?!\d)/u,
  /(?<![\p{L}\p{N}])(?<season>\d{1,2})x(?<episode>\d{1,3})(?:v\d)?(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])(?:episode|ep|e)[ ._-]*(?<episode>\d{1,3})(?:v\d)?(?![\p{L}\p{N}]|\.\d)/u,
  /\s[-–]\s(?<episode>\d{1,3})(?:v\d)?(?=$|[\s([])(?!\s*-\s*\d)/u,
] as const

/** Series, season and episode in a name; undefined if it has none. */
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

/** The number of common parent folders of two paths, and the steps between them. */
function nearness(a: readonly string[], b: readonly string[]): { shared: number; steps: number } {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return { shared, steps: a.length + b.length - 2 * shared }
}

/** The suffix of a subtitle file's name against a video's; undefined if the names don't match. */
function addedTo(video: string, file: string): string | undefined {
  if (video === '' || !file.startsWith(video)) return undefined
  const added = file.slice(video.length)
  if (/\d$/.test(video) && OTHER_NUMBER.test(added)) return undefined
  return added === '' || SEPARATOR.test(added) ? added : undefined
}

/**
 * A video's subtitle files in the order of becoming versions: the first, which becomes active, has exactly the video's
 * name or its spoken language.
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
