import type { ChainState } from '../domain/chain.ts'
import type { OwnListKind } from '../domain/own-list.ts'
import type { OrderState } from '../domain/orders.ts'

/** Events that the server pushes. */
export type LiveEvent =
  | { kind: 'task'; task_id: string; state: number; progress: number; step: string }
  | { kind: 'video'; video_id: string; folder_id: string; state: number; progress: number }
  /** A subtitle version was saved, by the listener or elsewhere. */
  | { kind: 'version'; file_id: string; revision: number }
  /** Versions of a folder changed stage, assignee, deadline or text, or were deleted. */
  | { kind: 'folder'; folder_id: string }
  /** Comments on a version were written, resolved or deleted. */
  | { kind: 'comments'; file_id: string }
  /** A line of a version got a take, a star, or a separate voice. */
  | { kind: 'takes'; file_id: string; cue_id: string }
  /** Another reading of a cue waits for a decision, or was decided. */
  | { kind: 'readings'; file_id: string }
  /** A user has a version open at a cue, in the page of that id, or closes it. */
  | { kind: 'presence'; file_id: string; page_id: string; person: string; cue_id: string; leaves: boolean }
  /** A share of a video with the listener changed or ended. */
  | { kind: 'shares'; video_id: string }
  /** A list of the user was stored, here or in another browser. */
  | { kind: 'own_list'; list: OwnListKind; revision: number }
  /** A chain was started or cancelled, or one of its steps began or ended. */
  | { kind: 'chain'; chain_id: string; state: ChainState }
  | { kind: 'credits' }
  | { kind: 'order'; order_id: string; state: OrderState }
  /** The engines' offers have changed. */
  | { kind: 'engines' }

export const EVENTS_PATH = '/aiclient/user.info/events'

/** Id of the listening page: it gets no events of its own saves. */
export const PAGE_HEADER = 'page'
