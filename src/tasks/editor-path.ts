import type { Task } from '#core/contract/task.ts'

/** Where the subtitles that a task made are edited, at one of their lines. */
export function editorPath({ video_id, file_id }: Task, cueId?: string): string {
  const place = { ...(video_id !== '' && { video: video_id }), file: file_id, ...(cueId && { cue: cueId }) }
  return `/lab/pro/srt-edit?${new URLSearchParams(place).toString()}`
}
