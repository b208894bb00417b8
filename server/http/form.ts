import type { formCalls } from '#core/contract/form.ts'
import { submit, submitFeedback, submitPublicly } from '../app/forms.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the forms. */
export const formHandlers: HandlersOf<typeof formCalls> = {
  addFeedback: (input, context) => submitFeedback(context, input).then(done),
  addSurvey: (content, { db, accountId, language }) =>
    submit(db, { kind: 'survey', accountId, language, content }).then(done),
  addContact: (content, { db, accountId, language }) =>
    submit(db, { kind: 'contact', accountId, language, content }).then(done),
  applyAsPartner: (input, { db, account, language }) =>
    submitPublicly(db, input, { kind: 'partner', accountId: account?.id, language }).then(done),
  bookDemo: (input, { db, account, language }) =>
    submitPublicly(db, input, { kind: 'demo', accountId: account?.id, language }).then(done),
}
