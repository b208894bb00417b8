/** Handles that reopen files of this page, if the browser has them. */
const handles = new WeakMap<File, FileSystemFileHandle>()

type Picker = (options: {
  multiple: boolean
  types: readonly { accept: Record<string, readonly string[]> }[]
}) => Promise<FileSystemFileHandle[]>

/** Chooses files with handles for later visits; undefined if unsupported. */
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

/** Files of a drop that are no folders; requested synchronously, since a drop's items are gone after the first wait. */
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

/** The handle of a file, if the browser gave it. */
export function handleOf(file: File): FileSystemFileHandle | undefined {
  return handles.get(file)
}

/** Registers a stored handle for its file, to be stored again after another interruption. */
export function noteHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, handle)
}
