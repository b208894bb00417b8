/** Why a recent file does not open: the user denied access, or the file has moved. */
export type AccessFault = 'denied' | 'gone'

type Mode = 'read' | 'readwrite'

/** Permission methods of Chromium that the standard types lack. */
interface WithPermission {
  queryPermission(asked: { mode: Mode }): Promise<PermissionState>
  requestPermission(asked: { mode: Mode }): Promise<PermissionState>
}

function asksPermission(handle: object): handle is WithPermission {
  return 'queryPermission' in handle && 'requestPermission' in handle
}

/** The file of a stored handle; the browser may ask for permission first, so this must follow a click. */
export async function fileOf(handle: FileSystemFileHandle, mode: Mode): Promise<File | AccessFault> {
  if (!(await isAllowed(handle, mode))) return 'denied'
  try {
    return await handle.getFile()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return error.name === 'NotFoundError' ? 'gone' : 'denied'
  }
}

async function isAllowed(handle: FileSystemFileHandle, mode: Mode): Promise<boolean> {
  if (!asksPermission(handle)) return true
  if ((await handle.queryPermission({ mode })) === 'granted') return true
  try {
    if ((await handle.requestPermission({ mode })) === 'granted') return true
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  // With read permission alone the file opens, and a failed write is reported later.
  return mode === 'readwrite' && (await handle.queryPermission({ mode: 'read' })) === 'granted'
}
