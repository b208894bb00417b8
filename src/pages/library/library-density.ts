import * as z from 'zod/mini'
import { type FileSort, fileSorts } from '#core/domain/files.ts'
import { stored } from '#src/ui/stored.ts'

/** How videos are shown: as cards with their pictures, or one below the other. */
export type Density = 'cards' | 'rows'

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
