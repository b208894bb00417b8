/** Purposes of a project: kinds of tasks with a project page. */
export const projectTypes = ['video_dubbing', 'video_erase'] as const
export type ProjectType = (typeof projectTypes)[number]

/** Kinds of tasks that the videos of a project can be run with, the usual one first. */
export const projectRuns: Readonly<Record<ProjectType, readonly [string, ...string[]]>> = {
  video_dubbing: ['video_dubbing', 'video_translate', 'video_dubbing_only'],
  video_erase: ['video_erase'],
}
