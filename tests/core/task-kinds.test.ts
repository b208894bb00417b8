import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PriceFacts } from '#core/tasks/kind.ts'
import { chainTasks } from '#core/tasks/chain.ts'
import { serverTasks } from '#server/tasks/index.ts'

const kinds = serverTasks.map(({ kind }) => kind)
/** What the files of kinds are made with. */
const isShared =
  /^(?:kind|prices|dubbing|translation|batch|chain|config-text|fair-share|folder-terms|matrix|project|remaining|retry)\.ts$/

describe('kinds of task', () => {
  test('a chain starts kinds that exist', () => {
    for (const type of chainTasks) expect(kinds.some((kind) => kind.type === type && !kind.isInternal)).toBe(true)
  })

  test('each has a name of its own, and the server does each', () => {
    const types = kinds.map(({ type }) => type)
    expect(new Set(types).size).toBe(types.length)
    const written = readdirSync(join(import.meta.dirname, '../../core/tasks')).filter((name) => !isShared.test(name))
    expect(types.map((type) => `${type.replaceAll('_', '-')}.ts`).sort()).toEqual(written.sort())
    expect(kinds.filter(({ isInternal }) => isInternal).map(({ type }) => type)).toEqual([
      'line_translate',
      'line_speech',
      'dub_output',
      'erase_look',
      'video_ingest',
      'video_import',
    ])
  })

  test.each<[string, PriceFacts, number, Record<string, unknown>?]>([
    ['video_extract', { durationMs: 0, characters: 0 }, 1],
    ['video_extract', { durationMs: 30_000, characters: 0 }, 1],
    ['video_extract', { durationMs: 30_001, characters: 0 }, 2],
    ['video_synthesis', { durationMs: 3_600_000, characters: 0 }, 120],
    ['video_translate', { durationMs: 30_001, characters: 0 }, 4],
    ['video_dubbing', { durationMs: 30_001, characters: 0 }, 8],
    ['video_dubbing_only', { durationMs: 0, characters: 0 }, 4],
    ['subtitle_translate', { durationMs: 0, characters: 100 }, 1],
    ['subtitle_translate', { durationMs: 0, characters: 101 }, 2],
    ['line_translate', { durationMs: 0, characters: 40 }, 1],
    ['line_translate', { durationMs: 0, characters: 101 }, 2],
    ['line_speech', { durationMs: 2000, characters: 0 }, 4],
    ['line_speech', { durationMs: 2000, characters: 0, takenMs: 5000 }, 0],
    ['line_speech', { durationMs: 2000, characters: 0, takenMs: 29_000 }, 4],
    ['video_dubbing_only', { durationMs: 60_000, characters: 0, paid: 4 }, 4],
    ['video_dubbing_only', { durationMs: 20_000, characters: 0, paid: 12 }, 0],
    ['video_erase', { durationMs: 30_001, characters: 0 }, 4, { erase_type: 'basic' }],
    ['video_erase', { durationMs: 30_001, characters: 0 }, 8, { erase_type: 'advanced' }],
    ['video_ingest', { durationMs: 3_600_000, characters: 5000 }, 0],
    ['video_import', { durationMs: 0, characters: 0 }, 0],
  ])('%s of %j costs %i', (type, facts, credits, config = {}) => {
    expect(kinds.find((kind) => kind.type === type)?.price(facts, config)).toBe(credits)
  })
})
