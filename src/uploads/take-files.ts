import { extensionOf, videoExtensions } from '#core/domain/limits.ts'
import { pairByName } from '#core/domain/file-pairs.ts'
import { isSubtitle, SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { addSubtitleFiles } from './subtitle-files.ts'
import { addUploads } from './uploads.ts'

/** Ends of the names of files that can be sent, each with its dot. */
export const TAKEN: readonly string[] = [
  ...videoExtensions.map((extension) => `.${extension}`),
  ...SUBTITLE_FILES.split(','),
]
/** The same, as a field for files takes them. */
export const TAKEN_FILES = TAKEN.join(',')

/**
 * Sends files into a folder: videos with the subtitle files that are named like them, and the other subtitle files by
 * themselves. How many of those became files of the folder.
 */
export async function takeFiles(folderId: string, files: readonly File[]): Promise<number> {
  const videos = files.filter((file) => !isSubtitle(file))
  const subtitles = files.filter(isSubtitle)
  const owners = pairByName(
    videos.map(({ name }) => name),
    subtitles.map(({ name }) => name),
  )
  addUploads(
    folderId,
    videos,
    videos.map((_, at) => subtitles.filter((_, index) => owners[index] === at)),
  )
  return addSubtitleFiles(
    folderId,
    subtitles.filter((_, index) => owners[index] === undefined),
  )
}

/** Whether a file of a folder of this computer is one that can be sent. */
export function isTaken(file: File): boolean {
  return isSubtitle(file) || videoExtensions.some((extension) => extension === extensionOf(file.name))
}

/** The files of a drop, with those of folders in it, however deep. */
export async function droppedFiles(transfer: DataTransfer): Promise<{ files: File[]; hasFolders: boolean }> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return { files: [...transfer.files], hasFolders: false }
  const hasFolders = entries.some(({ isDirectory }) => isDirectory)
  const files = (await Promise.all(entries.map(filesOf))).flat()
  return { files: hasFolders ? files.filter(isTaken) : files, hasFolders }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((give, fail) => (entry as FileSystemFileEntry).file(give, fail))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((give, fail) => reader.readEntries(give, fail))
    if (some.length === 0) return found
    for (const each of some) found.push(...(await filesOf(each)))
  }
}
