import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { stored, textStorage } from '#src/ui/stored.ts'

/** A storage as browsers have it; `refuses` is what private windows and full disks do. */
function fakeStorage(refuses = false) {
  const kept = new Map<string, string>()
  const guard = (): void => {
    if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return {
    getItem: (key: string) => (guard(), kept.get(key) ?? null),
    setItem: (key: string, value: string) => (guard(), void kept.set(key, value)),
    removeItem: (key: string) => (guard(), void kept.delete(key)),
  }
}

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const theme = stored('theme', z.enum(['light', 'dark']), 'dark')
const sizes = stored('sizes', mini.object({ list: mini.number() }), { list: 300 })

test('what is set is read again; what is cleared is the fallback', () => {
  expect(theme.get()).toBe('dark')
  theme.set('light')
  sizes.set({ list: 250 })
  expect([theme.get(), sizes.get()]).toEqual(['light', { list: 250 }])
  theme.clear()
  expect(theme.get()).toBe('dark')
})

test('words are kept as they are and the rest as JSON, as earlier versions did', () => {
  theme.set('light')
  sizes.set({ list: 250 })
  expect(localStorage.getItem('theme')).toBe('light')
  expect(localStorage.getItem('sizes')).toBe('{"list":250}')
})

describe.each([
  ['a word', 'theme', 'green'],
  ['cut-off JSON', 'sizes', '{"list":'],
  ['another shape', 'sizes', '{"list":"wide"}'],
  ['nothing', 'sizes', ''],
  ['null', 'sizes', 'null'],
])('%s that does not fit', (_, key, text) => {
  test('is the fallback', () => {
    localStorage.setItem(key, text)
    expect([theme.get(), sizes.get()]).toEqual(['dark', { list: 300 }])
  })
})

test('a text that looks like JSON stays a text', () => {
  const name = stored('name', z.string(), '')
  for (const text of ['12', 'true', '{}', '"quoted"']) {
    name.set(text)
    expect(name.get()).toBe(text)
  }
})

test('a browser that refuses to keep anything keeps it for the page', () => {
  vi.stubGlobal('localStorage', fakeStorage(true))
  const mode = stored('mode', z.enum(['a', 'b']), 'a')
  expect(mode.get()).toBe('a')
  mode.set('b')
  expect(mode.get()).toBe('b')
  mode.clear()
  expect(mode.get()).toBe('a')
})

test('without a storage at all reading and writing do not throw', () => {
  vi.stubGlobal('localStorage', undefined)
  textStorage.setItem('layout', 'x')
  expect(textStorage.getItem('layout')).toBe('x')
  textStorage.removeItem('layout')
  expect(textStorage.getItem('layout')).toBeNull()
})

test('a change in another tab is heard, a broken one as the fallback', () => {
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  const heard: string[] = []
  const stop = theme.subscribe((value) => heard.push(value))
  const change = (key: string, newValue: string | null): void => {
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  }
  change('theme', 'light')
  change('other', 'light')
  change('theme', 'green')
  change('theme', null)
  stop()
  change('theme', 'light')
  expect(heard).toEqual(['light', 'dark', 'dark'])
})
