import type { systemCalls } from '#core/contract/system.ts'
import type { MenuLanguage } from '#core/domain/languages.ts'
import { APP_VERSION } from '#core/domain/limits.ts'
import { siteOf } from '../app/addresses/links.ts'
import type { Deps } from '../app/deps.ts'
import { noteLogin, notePageView, noteUploadError } from '../app/logs.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about the installation, and of what pages report. */
export function systemHandlers(
  { db, mail }: Deps,
  { languages, google }: { languages: readonly MenuLanguage[]; google: boolean },
): HandlersOf<typeof systemCalls> {
  return {
    getSystem: async () => ({
      version: APP_VERSION,
      languages: [...languages],
      google,
      mail: siteOf(mail) !== undefined,
    }),
    addPageView: (input, { account }) => notePageView(db, account, input).then(done),
    addLoginLog: (input, { accountId }) => noteLogin(db, accountId, input).then(done),
    addUploadError: (input, { accountId }) => noteUploadError(db, accountId, input).then(done),
  }
}
