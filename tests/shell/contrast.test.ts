import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8')
const [dark = '', light = ''] = css.split(":root[data-theme='light']")

/** A theme's opaque colours; the light one changes the dark one's. */
function colours(...parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap((part) => [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, a = '', b = '']) => [a, b])),
  )
}
const themes = { dark: colours(dark), light: colours(dark, light) }

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['bg', 'surface', 'raised', 'overlay', 'field']
const texts = ['text', 'text-muted', 'text-faint', 'accent-text', 'good', 'warn', 'bad', 'todo']

test.each(Object.entries(themes))('%s: each text colour is readable on each ground', (_, theme) => {
  const weak = grounds.flatMap((ground) =>
    texts
      .map((text) => ({ ground, text, ratio: contrast(theme.get(ground) ?? '', theme.get(text) ?? '') }))
      .filter(({ ratio }) => !(ratio >= 4.5)),
  )
  expect(weak).toEqual([])
})

test('grounds differ from step to step, and what waits for the user from warnings and marks', () => {
  const { dark: night, light: day } = themes
  const steps = ['bg', 'surface', 'raised', 'overlay'].map((ground) => night.get(ground) ?? '')
  for (const [at, ground] of steps.slice(1).entries()) expect(contrast(ground, steps[at] ?? '')).toBeGreaterThan(1.1)
  expect(contrast(day.get('bg') ?? '', day.get('surface') ?? '')).toBeGreaterThan(1.12)
  for (const theme of [night, day]) {
    const marks = ['todo', 'warn', 'playhead', 'timeline-shot-change', 'timeline-speech'].map((name) => theme.get(name))
    expect(new Set(marks).size).toBe(marks.length)
  }
})
