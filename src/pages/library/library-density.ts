import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'

/** How videos are shown: as cards with their pictures, or one below the other. */
export type Density = 'cards' | 'rows'

/** What this person chose last. */
export const libraryDensity = stored<Density>('library_density', z.literal(['cards', 'rows']), 'cards')
