import { proxy } from 'valtio'

/** Dialogs that any place may open. */
export type DialogName = 'feedback' | 'survey' | 'contact'

/** What feedback begins with, where a place knows what it is about. */
export interface FeedbackStart {
  readonly type?: 'usage' | 'credits' | 'account' | 'suggestion' | 'other'
  readonly type2?: string
  readonly task_id?: string
}

export const dialogs = proxy<{ open: DialogName | undefined; feedback: FeedbackStart }>({
  open: undefined,
  feedback: {},
})

/** Opens the feedback dialog, with what is known of the matter. */
export function openFeedback(start: FeedbackStart = {}): void {
  dialogs.feedback = start
  dialogs.open = 'feedback'
}

/** Opens the survey. */
export function openSurvey(): void {
  dialogs.open = 'survey'
}

/** Opens the form by which companies ask to be called. */
export function openContact(): void {
  dialogs.open = 'contact'
}

/** Closes whichever is open. */
export function closeDialog(): void {
  dialogs.open = undefined
}
