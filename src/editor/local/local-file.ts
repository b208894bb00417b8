import type { Cue } from '#core/subtitle/cue.ts'
import type { ImportedFile } from '#core/subtitle/imported-file.ts'
import { saveBytes } from '#src/ui/save-text.ts'
import { CHOSEN_SUBTITLES } from '#src/subtitles/file-names.ts'

/** A subtitle file of this computer that is open. */
export interface LocalFile {
  readonly name: string
  /** Changes with the file: a draft of what it was before is none of what it is now. */
  readonly stamp: string
  /** What it holds; undefined for a file that does not exist yet. */
  readonly imported: ImportedFile | undefined
  /** Where the browser lets us write back; a file that was only handed over is saved as a download. */
  readonly handle: FileSystemFileHandle | undefined
}

export interface Picked {
  readonly file: File
  readonly handle: FileSystemFileHandle | undefined
}

type Picker = (options: {
  multiple: boolean
  types: readonly { description: string; accept: Record<string, readonly string[]> }[]
}) => Promise<FileSystemFileHandle[]>

const picker = (): Picker | undefined => (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker

/** Whether this browser can write to a file that the person chose. */
export const canWriteBack = (): boolean => picker() !== undefined

/** Lets the person choose a video, subtitles or both; undefined where they did not. */
export async function pickFiles(description: string): Promise<Picked[] | undefined> {
  const types = [{ description, accept: { 'video/*': [], 'audio/*': [], 'text/plain': CHOSEN_SUBTITLES.split(',') } }]
  try {
    const handles = await picker()!({ multiple: true, types })
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Files that were dropped, with the right to write back where the browser gives it. */
export async function droppedFiles(items: DataTransferItemList): Promise<Picked[]> {
  type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
  // All are asked for before the first wait: a drop's items are gone after it.
  const asked = [...items].map((item: Item) => ({
    file: item.getAsFile(),
    handle: item.getAsFileSystemHandle?.().catch(() => null),
  }))
  const picked = await Promise.all(
    asked.map(async ({ file, handle }) => {
      const found = await handle
      const writable = found instanceof FileSystemFileHandle ? found : undefined
      return file ? [{ file, handle: writable }] : []
    }),
  )
  return picked.flat()
}

/** Writes the lines back into their file, in its own format; false where the person did not allow it. */
export async function writeBack(local: LocalFile, cues: readonly Cue[]): Promise<boolean> {
  const bytes = await bytesOf(local, cues)
  if (!local.handle) {
    saveBytes(local.name, bytes)
    return true
  }
  try {
    const stream = await local.handle.createWritable()
    await stream.write(bytes)
    await stream.close()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** The writers of all formats come with the first file that is saved. */
async function bytesOf({ imported }: LocalFile, cues: readonly Cue[]): Promise<Uint8Array<ArrayBuffer>> {
  const [{ fileBytes, writeSubtitle }, { writeImportedFile }] = await Promise.all([
    import('#core/subtitle/file.ts'),
    import('#core/subtitle/imported-file.ts'),
  ])
  const { text } = imported ? writeImportedFile(cues, imported) : writeSubtitle(cues, 'srt')
  return fileBytes(text, imported?.format ?? 'srt')
}
