import { isMediaName, mediaExtensions } from '#core/domain/limits.ts'
import { comparePaths, pairByPath } from '#core/domain/file-pairs.ts'
import { isSubtitle, SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { addSubtitleFiles } from './subtitle-files.ts'
import { addUploads } from './uploads.ts'

/** Accepted file extensions, with dots. */
export const TAKEN: readonly string[] = [
  ...mediaExtensions.map((extension) => `.${extension}`),
  ...SUBTITLE_FILES.split(','),
]
/** The same for a file input. */
export const TAKEN_FILES = TAKEN.join(',')

/** A local file with its path within the chosen folders. */
export interface PlacedFile {
  readonly file: File
  /** Its name with the folders above it. */
  readonly path: string
}

/** What became of chosen files. */
export interface Taken {
  /** Of the uploads, in path order. */
  readonly keys: readonly string[]
  /** How many subtitle files without a video became files. */
  readonly subtitlesAdded: Promise<number>
}

/** Files of an input: of a folder, with relative paths. */
export function placed(files: readonly File[]): PlacedFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))
}

/**
 * Uploads files in path order: videos and sounds with subtitle files of matching names, and the other subtitle files
 * alone.
 */
export function takeFiles(folderId: string, chosen: readonly PlacedFile[]): Taken {
  const inOrder = [...chosen].sort((a, b) => comparePaths(a.path, b.path))
  const videos = inOrder.filter(({ file }) => !isSubtitle(file))
  const subtitles = inOrder.filter(({ file }) => isSubtitle(file))
  const owners = pairByPath(
    videos.map(({ path }) => path),
    subtitles.map(({ path }) => path),
  )
  const subtitlesOf = (owner: number | undefined): File[] =>
    subtitles.filter((_, index) => owners[index] === owner).map(({ file }) => file)
  const keys = addUploads(
    folderId,
    videos.map(({ file }) => file),
    videos.map((_, at) => subtitlesOf(at)),
  )
  return { keys, subtitlesAdded: addSubtitleFiles(folderId, subtitlesOf(undefined)) }
}

/** Whether a file of a folder is accepted. */
export function isTaken(file: File): boolean {
  return isSubtitle(file) || isMediaName(file.name)
}

/** The files of a drop, including nested folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<{ files: PlacedFile[]; hasFolders: boolean }> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return { files: placed([...transfer.files]), hasFolders: false }
  const hasFolders = entries.some(({ isDirectory }) => isDirectory)
  const files = (await Promise.all(entries.map(filesOf))).flat()
  return { files: hasFolders ? files.filter(({ file }) => isTaken(file)) : files, hasFolders }
}

async function filesOf(entry: FileSystemEntry): Promise<PlacedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((give, fail) => (entry as FileSystemFileEntry).file(give, fail))
    return [{ file, path: entry.fullPath.replace(/^\//, '') }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: PlacedFile[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((give, fail) => reader.readEntries(give, fail))
    if (some.length === 0) return found
    for (const each of some) found.push(...(await filesOf(each)))
  }
}
