import * as z from 'zod/mini'
import { type FileSort, fileSorts } from '#core/domain/files.ts'
import type { Density } from '#src/ui/DensitySwitch.tsx'
import { stored } from '#src/ui/stored.ts'

/** What this person chose last. */
export const libraryDensity = stored<Density>('library_density', z.literal(['cards', 'rows']), 'cards')

/** What files are in order by, and in which direction. */
export interface FileOrder {
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

/** In which order this person had files last. */
export const fileOrder = stored<FileOrder>(
  'library_order',
  z.object({ sort: z.literal([...fileSorts]), order: z.literal(['asc', 'desc']) }),
  { sort: 'created', order: 'desc' },
)
