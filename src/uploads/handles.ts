/** What opens files of this page again, where the browser gave it. */
const handles = new WeakMap<File, FileSystemFileHandle>()

type Picker = (options: {
  multiple: boolean
  types: readonly { accept: Record<string, readonly string[]> }[]
}) => Promise<FileSystemFileHandle[]>

/** Lets the person choose files so that a later visit can open them again; undefined where the browser has no such thing. */
export function handlePicker(extensions: readonly string[]): (() => Promise<File[]>) | undefined {
  const { showOpenFilePicker: pick } = window as unknown as { showOpenFilePicker?: Picker }
  if (!pick) return undefined
  return async () => {
    try {
      const chosen = await pick({ multiple: true, types: [{ accept: { 'video/*': extensions } }] })
      return await Promise.all(chosen.map(fileWithHandle))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return []
      throw error
    }
  }
}

async function fileWithHandle(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile()
  handles.set(file, handle)
  return file
}

/** Files of a drop that are no folders; asked for before the first wait, since a drop's items are gone after it. */
export function droppedHandles(items: DataTransferItemList): (files: readonly File[]) => Promise<void> {
  type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
  const asked = [...items].flatMap((item: Item) => item.getAsFileSystemHandle?.().catch(() => null) ?? [])
  return async (files) => {
    for (const handle of await Promise.all(asked)) {
      const file = files.find(({ name }) => name === handle?.name)
      if (file && handle instanceof FileSystemFileHandle) handles.set(file, handle)
    }
  }
}

/** What opens a file again, where the browser gave it. */
export function handleOf(file: File): FileSystemFileHandle | undefined {
  return handles.get(file)
}

/** Has a file that was opened by a kept handle kept again if it breaks off once more. */
export function noteHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, handle)
}
