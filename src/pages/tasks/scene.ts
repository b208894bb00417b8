import type { ProjectType } from '#core/tasks/project.ts'
import type { Scene } from '#src/ui/EmptyScene.tsx'

/** What an empty page of a kind of project shows. */
export const scenes: Readonly<Record<ProjectType, Scene>> = { video_dubbing: 'dub', video_erase: 'erase' }
