import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { ImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { saveBytes } from '#src/ui/save-text.ts'
import { CHOSEN_SUBTITLES } from '#src/subtitles/file-names.ts'

/** An open subtitle file of this computer. */
export interface LocalFile {
  readonly name: string
  /** Changes with the file, so that drafts of its earlier content do not apply. */
  readonly stamp: string
  /** Its content; undefined for a file that does not exist yet. */
  readonly imported: ImportedFile | undefined
  /** For writing back, if the browser allows it; otherwise the file is saved as a download. */
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

/** Whether this browser can write to chosen files. */
export const canWriteBack = (): boolean => picker() !== undefined

/** Lets the user choose a video, subtitles or both; undefined if cancelled. */
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

/** Dropped files, with handles for writing back if the browser gives them. */
export async function droppedFiles(items: DataTransferItemList): Promise<Picked[]> {
  type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
  // All are requested before the first await, which ends access to the drop's items.
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

/** Writes the lines back into their file, in its format; false if the user denies it. */
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

/** The writers of all formats load on the first save. */
async function bytesOf({ imported }: LocalFile, cues: readonly Cue[]): Promise<Uint8Array<ArrayBuffer>> {
  const [{ fileBytes, writeSubtitle }, { writeImportedFile }] = await Promise.all([
    import('#core/subtitle/formats/file.ts'),
    import('#core/subtitle/formats/imported-file.ts'),
  ])
  const { text } = imported ? writeImportedFile(cues, imported) : writeSubtitle(cues, 'srt')
  return fileBytes(text, imported?.format ?? 'srt')
}
