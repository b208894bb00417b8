import { proxy } from 'valtio'

/** Dialogs that can be opened anywhere. */
export type DialogName = 'feedback' | 'survey' | 'contact'

/** Initial values of the feedback. */
export interface FeedbackStart {
  readonly type?: 'usage' | 'credits' | 'account' | 'suggestion' | 'other'
  readonly type2?: string
  readonly task_id?: string
}

export const dialogs = proxy<{ open: DialogName | undefined; feedback: FeedbackStart }>({
  open: undefined,
  feedback: {},
})

/** Opens the feedback dialog with known values. */
export function openFeedback(start: FeedbackStart = {}): void {
  dialogs.feedback = start
  dialogs.open = 'feedback'
}

/** Opens the survey. */
export function openSurvey(): void {
  dialogs.open = 'survey'
}

/** Opens the contact form for companies. */
export function openContact(): void {
  dialogs.open = 'contact'
}

/** Closes the open dialog. */
export function closeDialog(): void {
  dialogs.open = undefined
}
