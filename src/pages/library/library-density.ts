import * as z from 'zod/mini'
import { type FileSort, fileSorts } from '#core/domain/files.ts'
import type { Density } from '#src/ui/DensitySwitch.tsx'
import { stored } from '#src/ui/stored.ts'

/** The user's last choice. */
export const libraryDensity = stored<Density>('library_density', z.literal(['cards', 'rows']), 'cards')

/** Sort key and direction of files. */
export interface FileOrder {
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

/** The user's last order of files. */
export const fileOrder = stored<FileOrder>(
  'library_order',
  z.object({ sort: z.literal([...fileSorts]), order: z.literal(['asc', 'desc']) }),
  { sort: 'created', order: 'desc' },
)
