import { chmod, mkdir, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Permission bits of group and others. */
const OTHERS = 0o077

/**
 * Makes a private folder, with private content if it was open before; true on success. Another user's folder, as a
 * mounted one can be, stays as it is.
 */
export async function privateFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if (process.platform === 'win32' || ((await stat(folder)).mode & OTHERS) === 0) return true
  try {
    await chmod(folder, FOLDER_MODE)
  } catch (error) {
    if (codeOf(error) === 'EPERM') return false
    throw error
  }
  await closeAll(folder)
  return true
}

/** Removes others' permissions from all files and folders in a folder; links are left as they are. */
async function closeAll(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const mode = entry.isDirectory() ? FOLDER_MODE : FILE_MODE
    await chmod(join(entry.parentPath, entry.name), mode).catch((error: unknown) => {
      // Deleted meanwhile, or another user's: the folder around it is closed.
      if (!['ENOENT', 'EPERM'].includes(codeOf(error) ?? '')) throw error
    })
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
