import { languageCodes } from '#core/domain/languages.ts'
import { isVisitor, loginAccount, loginAnonymous, logout, registerAccount } from '../app/accounts.ts'
import { balanceOf } from '../app/credits.ts'
import type { Deps } from '../app/deps.ts'
import { sumTasks } from '../app/tasks.ts'
import { offersOf } from '../engines/offers.ts'
import { coverageOf, type EngineReport, reportsToShow } from '../engines/registry.ts'
import type { Handlers } from './context.ts'

type SessionHandlers = Pick<
  Handlers,
  'getLanguages' | 'loginAnonymous' | 'loginAccount' | 'registerAccount' | 'logout' | 'getInfo'
>

export function sessionHandlers(deps: Deps): SessionHandlers {
  const { db } = deps
  return {
    getLanguages: async (_, { language }) => {
      const names = new Intl.DisplayNames([language === 'zh_cn' ? 'zh-Hans' : 'en'], { type: 'language' })
      const tag = (code: string): string => (code === 'zh_cn' ? 'zh-Hans' : code === 'zh_tw' ? 'zh-Hant' : code)
      const named = (codes: readonly string[]) => codes.map((code) => ({ code, name: names.of(tag(code)) ?? code }))
      const offers = await offersOf(db)
      const heard = offers.languages('asr')
      return {
        upload: named(languageCodes),
        extract: named(languageCodes.filter((code) => heard.has(code))),
        target_translate: named(languageCodes),
        target_dubbing: [],
        translate_pairs: offers.pairs('translate'),
        engines: reportsToShow(offers.reports).map(describeEngine),
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

const purposes = { ffmpeg: 'media', asr: 'speech', translate: 'translate', ocr: 'ocr', tts: 'voice' } as const

function describeEngine(report: EngineReport) {
  const { port, label, isOffered, detail } = report
  return { name: label, kind: purposes[port], available: isOffered, languages: coverageOf(report), detail }
}
