import type { formCalls } from '#core/contract/form.ts'
import type { Deps } from '../app/deps.ts'
import { submit, submitFeedback, submitPublicly } from '../app/forms.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the forms. */
export function formHandlers(deps: Deps): HandlersOf<typeof formCalls> {
  return {
    addFeedback: (input, context) => submitFeedback(deps, context, input).then(done),
    addSurvey: (content, { accountId, language }) =>
      submit(deps, { kind: 'survey', accountId, language, content }).then(done),
    addContact: (content, { accountId, language }) =>
      submit(deps, { kind: 'contact', accountId, language, content }).then(done),
    applyAsPartner: (input, { account, language }) =>
      submitPublicly(deps, input, { kind: 'partner', accountId: account?.id, language }).then(done),
    bookDemo: (input, { account, language }) =>
      submitPublicly(deps, input, { kind: 'demo', accountId: account?.id, language }).then(done),
  }
}
