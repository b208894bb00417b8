/** Why a file of the list does not open: the person did not allow it, or it is not where it was. */
export type AccessFault = 'denied' | 'gone'

type Mode = 'read' | 'readwrite'

/** What browsers with a right to files have beyond the standard that the types know. */
interface WithPermission {
  queryPermission(asked: { mode: Mode }): Promise<PermissionState>
  requestPermission(asked: { mode: Mode }): Promise<PermissionState>
}

function asksPermission(handle: object): handle is WithPermission {
  return 'queryPermission' in handle && 'requestPermission' in handle
}

/** The file behind a handle of an earlier visit; the browser may ask the person first, so this has to follow a click. */
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
  // Who allows reading alone can look at the file, and is told when it can't be written.
  return mode === 'readwrite' && (await handle.queryPermission({ mode: 'read' })) === 'granted'
}
