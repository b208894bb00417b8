import { stemOf } from './file-names.ts'
import { type LanguageCode, languageOfTrack } from './languages.ts'

/** What may stand between the name of a video and what its subtitle file adds, such as a language. */
const SEPARATOR = /^[ ._()[\]-]/

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
  /** The name in small letters, without its extension. */
  readonly stem: string
}

function namedBy(path: string): Named {
  const folders = path.split('/')
  return { stem: stemOf(folders.pop() ?? '').toLowerCase(), folders }
}

/**
 * Which video each subtitle file belongs to, by their paths: the nearest one whose name the file's begins with before a
 * separator, and of those of one folder the one with the longest name. Undefined where there is none, or where several are
 * equally near in other folders.
 */
export function pairByPath(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const named = videos.map(namedBy)
  return subtitles.map((path) => ownerOf(namedBy(path), named))
}

/** The same for names of one folder. */
export function pairByName(videos: readonly string[], subtitles: readonly string[]): (number | undefined)[] {
  const inOneFolder = (name: string): Named => ({ folders: [], stem: stemOf(name).toLowerCase() })
  const named = videos.map(inOneFolder)
  return subtitles.map((name) => ownerOf(inOneFolder(name), named))
}

function ownerOf(file: Named, videos: readonly Named[]): number | undefined {
  const fitting = videos.flatMap((video, at) =>
    addedTo(video.stem, file.stem) === undefined
      ? []
      : [{ at, length: video.stem.length, ...nearness(file.folders, video.folders) }],
  )
  fitting.sort((a, b) => b.shared - a.shared || a.steps - b.steps || b.length - a.length || a.at - b.at)
  const [best, next] = fitting
  if (!best) return undefined
  const isTie = next?.shared === best.shared && next.steps === best.steps && next.length === best.length
  return isTie && best.steps > 0 ? undefined : best.at
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
  return added === '' || SEPARATOR.test(added) ? added : undefined
}

/**
 * A video's subtitle files in the order in which they become its versions, so that the first, which becomes the active
 * one, is named just like the video, or else says the video's own language.
 */
export function inVersionOrder(video: string, files: readonly string[], language: LanguageCode): number[] {
  const { stem } = namedBy(video)
  const rankOf = (path: string): number => {
    const added = addedTo(stem, namedBy(path).stem) ?? ''
    if (added === '') return 0
    return added.split(/[ ._()[\]]+/).some((part) => part !== '' && languageOfTrack(part) === language) ? 1 : 2
  }
  return files
    .map((path, at) => ({ at, rank: rankOf(path) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ at }) => at)
}
