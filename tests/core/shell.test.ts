import { describe, expect, test } from 'vitest'
import { entryOfPage, type MenuEntry, menuOf, menuTarget } from '#core/domain/menu.ts'
import { isReloadDue, mustAsk } from '#core/domain/new-version.ts'

const target = (url: string, disabled = false) => menuTarget({ url, meta: { disabled } })
const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.childlist)])

describe('where an entry of the menu leads', () => {
  test.each(['https://example.org', 'http://example.org', 'mailto:a@example.org', 'tel:123', 'HTTPS://EXAMPLE.ORG'])(
    '%s: a tab of its own',
    (url) => expect(target(url)).toEqual({ kind: 'tab', address: url }),
  )
  test('a document: the help in a tab of its own', () => {
    expect(target('doc_help')).toEqual({ kind: 'tab', address: '/lab/doc?u=doc_help' })
    expect(target('doc_a&b=c')).toEqual({ kind: 'tab', address: '/lab/doc?u=doc_a%26b%3Dc' })
  })
  test.each(['', '/'])('the root (%j): the page for what is not there', (url) =>
    expect(target(url)).toEqual({ kind: 'page', path: '/404/404' }),
  )
  test.each([
    ['/lab/history', '/lab/history'],
    ['lab/history', '/lab/history'],
    ['javascript:alert(1)', '/javascript:alert(1)'],
  ])('%s: a page', (url, path) => expect(target(url)).toEqual({ kind: 'page', path }))
  test('a placeholder, and whatever is disabled: nowhere yet', () => {
    expect(target('#')).toEqual({ kind: 'soon' })
    expect(target('/lab/history', true)).toEqual({ kind: 'soon' })
  })
})

test('staff have all that others have, and more; no entry is there twice', () => {
  const [usual, staff] = [flat(menuOf({ is_staff: false })), flat(menuOf({ is_staff: true }))]
  expect(staff).toEqual(expect.arrayContaining(usual))
  expect(staff.length).toBeGreaterThan(usual.length)
  expect(new Set(staff.map(({ id }) => id)).size).toBe(staff.length)
})

describe('a new version', () => {
  test('pages with work on them ask, others load themselves again', () => {
    for (const path of ['/lab/videoTranslate', '/lab/videoTranslate/p1', '/lab/subtitleTranslate', '/lab/upload/f1'])
      expect([path, mustAsk(path)]).toEqual([path, true])
    for (const path of ['/', '/lab/library', '/lab/uploads', '/lab/history'])
      expect([path, mustAsk(path)]).toEqual([path, false])
  })
  test('at most once in ten minutes', () => {
    expect(isReloadDue(0, 599_999)).toBe(false)
    expect(isReloadDue(0, 600_000)).toBe(true)
    expect(isReloadDue(10_000_000, 0)).toBe(true)
  })
})

test.each([
  ['/lab/staff', 'staff'],
  ['/lab/staff/audit', 'staff'],
  ['/lab/staff/engines', 'engines'],
  ['/lab/STAFF/engines/', 'engines'],
  ['/lab/library/file/f1', 'my_space'],
  ['/lab/pro/srt-edit', 'local_files'],
  ['/lab/pro/folder/f1', 'dubbing_pro'],
  ['/lab/videoTranslate/p1', 'dubbing_personal'],
  ['/lab/subtitleRemoval', 'subtitle_erase'],
  ['/lab/upload/f1', 'my_space'],
  ['/lab/profile', undefined],
  ['/finance/payorder', undefined],
])('the page %s belongs to the entry %s alone', (path, name) => {
  expect(entryOfPage(menuOf({ is_staff: true }), path)?.name).toBe(name)
})
