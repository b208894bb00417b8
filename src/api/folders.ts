import { MOST_FOLDERS } from '#core/domain/limits.ts'
import { useCall } from './hooks.ts'

/** All folders of the space, newest first. */
export function useFolders() {
  return useCall('listFolders', { page_size: MOST_FOLDERS })
}
