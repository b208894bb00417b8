import type { OwnListKind } from '../domain/own-list.ts'
import type { OrderState } from '../domain/orders.ts'

/** What the server pushes on the event stream. */
export type LiveEvent =
  | { kind: 'task'; task_id: string; state: number; progress: number; step: string }
  | { kind: 'video'; video_id: string; folder_id: string; state: number; progress: number }
  /** A version of subtitles was saved: by the listener, or elsewhere. */
  | { kind: 'version'; file_id: string; revision: number }
  /** Versions of a folder have another stage, assignee or deadline, or were changed together; or some of it was deleted, or all. */
  | { kind: 'folder'; folder_id: string }
  /** Comments on lines of a version were written, called done or deleted. */
  | { kind: 'comments'; file_id: string }
  /** Another reading of a line of a version waits to be looked at, or was decided on. */
  | { kind: 'readings'; file_id: string }
  /** A user has a version open, in a page of that id, at a line; or closes it. */
  | { kind: 'presence'; file_id: string; page_id: string; person: string; cue_id: string; leaves: boolean }
  /** A film is shared with the listener, in another way, or no longer. */
  | { kind: 'shares'; video_id: string }
  /** A list of one's own was kept: here or in another browser. */
  | { kind: 'own_list'; list: OwnListKind; revision: number }
  | { kind: 'credits' }
  | { kind: 'order'; order_id: string; state: OrderState }
  /** What the engines of all workers can do has changed. */
  | { kind: 'engines' }

export const EVENTS_PATH = '/aiclient/user.info/events'

/** Names the page that listens: what it has saved itself is not told to it. */
export const PAGE_HEADER = 'page'
