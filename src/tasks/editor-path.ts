import type { Task } from '#core/contract/task.ts'

/** Address of the editor for a task's subtitles, at one of their cues. */
export function editorPath({ video_id, file_id }: Task, cueId?: string): string {
  const place = { ...(video_id !== '' && { video: video_id }), file: file_id, ...(cueId && { cue: cueId }) }
  return `/lab/pro/srt-edit?${new URLSearchParams(place).toString()}`
}
