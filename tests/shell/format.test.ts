import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import en from '../../locales/en/common.json'
import zh from '../../locales/zh_cn/common.json'
import { formatAgo, formatBytes, formatLength, formatList, formatShare } from '#src/ui/format.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const second = 1000
const [minute, hour, day] = [60 * second, 3600 * second, 86_400 * second]

describe.each([
  [
    'en',
    en,
    [
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      'yesterday',
      '2 days ago',
      '6 days ago',
    ],
    ['1 week ago', '4 weeks ago', '1 month ago', '13 months ago'],
  ],
  [
    'zh_cn',
    zh,
    ['刚刚', '1 分钟前', '59 分钟前', '1 小时前', '23 小时前', '昨天', '2 天前', '6 天前'],
    ['1 周前', '4 周前', '1 个月前', '13 个月前'],
  ],
])('in %s', (language, messages, recent, older) => {
  beforeAll(async () => {
    await i18next.init({ lng: language, resources: { [language]: { common: messages } }, initAsync: false })
  })

  test('a time is told by how long ago it was', () => {
    const ages = [
      [0, minute, hour - second, hour, day - second, day, 2 * day, 7 * day - second],
      [7 * day, 30 * day - second, 30 * day, 400 * day],
    ]
    const shown = ages.map((group) => group.map((age) => formatAgo(new Date(now - age).toISOString(), now)))
    expect(shown).toEqual([recent, older])
  })
})

test('shares are whole, and none is full before it is', () => {
  expect([0, 0.432, 0.999, 1].map(formatShare)).toEqual(['0%', '43%', '99%', '100%'])
})

test('lengths and sizes', () => {
  expect([0, 187_400, 3_723_000].map(formatLength)).toEqual(['0:00', '3:07', '1:02:03'])
  expect([0, 1, 20_000, 5 * 1024 ** 2, 3 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 KB',
    '1 KB',
    '20 KB',
    '5.0 MB',
    '3.00 GB',
  ])
})

test.each([
  ['en', 'English, Spanish, French'],
  ['zh_cn', 'English、Spanish、French'],
] as const)('names are set apart as %s does', async (language, text) => {
  await i18next.changeLanguage(language)
  expect(formatList(['English', 'Spanish', 'French'])).toBe(text)
  expect(formatList(['English'])).toBe('English')
  expect(formatList([])).toBe('')
})
