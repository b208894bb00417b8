import { languageCodes } from '#core/domain/languages.ts'
import { isVisitor, loginAccount, loginAnonymous, logout, registerAccount } from '../app/accounts.ts'
import { balanceOf } from '../app/credits.ts'
import type { Deps } from '../app/deps.ts'
import { sumTasks } from '../app/tasks.ts'
import type { Handlers } from './context.ts'

type SessionHandlers = Pick<
  Handlers,
  'getLanguages' | 'loginAnonymous' | 'loginAccount' | 'registerAccount' | 'logout' | 'getInfo'
>

export function sessionHandlers(deps: Deps): SessionHandlers {
  const { db, engines } = deps
  return {
    getLanguages: async (_, { language }) => {
      const names = new Intl.DisplayNames([language === 'zh_cn' ? 'zh-Hans' : 'en'], { type: 'language' })
      const tag = (code: string): string => (code === 'zh_cn' ? 'zh-Hans' : code === 'zh_tw' ? 'zh-Hant' : code)
      const named = (codes: readonly string[]) => codes.map((code) => ({ code, name: names.of(tag(code)) ?? code }))
      const pairs: Record<string, string[]> = {}
      for (const engine of engines.translate) {
        for (const [from, to] of Object.entries(engine.pairs))
          pairs[from] = [...new Set([...(pairs[from] ?? []), ...to])]
      }
      const spoken = languageCodes.filter((code) => engines.speech.some((engine) => engine.languages.includes(code)))
      return {
        upload: named(languageCodes),
        extract: named(spoken),
        target_translate: named(languageCodes),
        target_dubbing: [],
        translate_pairs: pairs,
        engines: engines.reports.map((report) => ({ ...report, languages: [...report.languages] })),
      }
    },
    loginAnonymous: () => loginAnonymous(db),
    loginAccount: (input) => loginAccount(db, input),
    registerAccount: (input, { account }) =>
      registerAccount(db, input, account && isVisitor(account) ? account : undefined),
    logout: async (_, { token }) => {
      await logout(db, token)
      return {}
    },
    getInfo: async (_, { account, accountId }) => {
      const balance = await balanceOf(db, accountId)
      const { processing } = await sumTasks(db, accountId)
      return {
        user_id: accountId,
        cname: account?.nickname ?? '',
        credits: balance.total,
        purchase_credits: balance.purchased,
        gift_credits: balance.gifted,
        ongoing: processing,
      }
    },
  }
}
