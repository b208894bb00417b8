import { describe, expect, test } from 'vitest'
import { kindOf, taskKinds } from '#core/tasks/index.ts'
import { serverTasks } from '#server/tasks/index.ts'

describe('kinds of task', () => {
  test('each has a name of its own, and the server does each', () => {
    const types = taskKinds.map(({ type }) => type)
    expect(new Set(types).size).toBe(types.length)
    expect(serverTasks.map(({ kind }) => kind)).toEqual(taskKinds)
    expect(taskKinds.filter(({ isInternal }) => isInternal).map(({ type }) => type)).toEqual(['video_ingest'])
  })

  test.each([
    ['video_extract', { durationMs: 0, characters: 0 }, 1],
    ['video_extract', { durationMs: 30_000, characters: 0 }, 1],
    ['video_extract', { durationMs: 30_001, characters: 0 }, 2],
    ['video_synthesis', { durationMs: 3_600_000, characters: 0 }, 120],
    ['subtitle_translate', { durationMs: 0, characters: 100 }, 1],
    ['subtitle_translate', { durationMs: 0, characters: 101 }, 2],
    ['video_ingest', { durationMs: 3_600_000, characters: 5000 }, 0],
  ])('%s of %j costs %i', (type, facts, credits) => {
    expect(kindOf(type)?.price(facts, {})).toBe(credits)
  })
})
