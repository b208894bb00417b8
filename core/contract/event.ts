/** What the server pushes on the event stream. */
export type LiveEvent =
  | { kind: 'task'; task_id: string; state: number; progress: number; step: string }
  | { kind: 'video'; video_id: string; folder_id: string; state: number; progress: number }
  | { kind: 'credits' }

export const EVENTS_PATH = '/aiclient/user.info/events'
