import type { Page } from '#src/shell/page.ts'

/** Prices, uses and origins of credits. */
export const financePages: readonly Page[] = [
  {
    paths: ['/finance/payorder'],
    formerPaths: ['/finance'],
    title: 'title_orders',
    guard: 'session',
    framed: true,
    messages: ['finance', 'tasks'],
    load: async () => (await import('./FinancePage.tsx')).FinancePage,
  },
  {
    paths: ['/finance/ai_payresult'],
    title: 'title_pay_result',
    guard: 'session',
    framed: true,
    messages: ['finance'],
    load: async () => (await import('./PayResultPage.tsx')).PayResultPage,
  },
  {
    paths: ['/finance/testpay'],
    title: 'title_test_pay',
    guard: 'session',
    framed: false,
    messages: ['finance'],
    load: async () => (await import('./TestPayPage.tsx')).TestPayPage,
  },
]
