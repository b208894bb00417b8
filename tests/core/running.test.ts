import { expect, test } from 'vitest'
import { nextTurn } from '#core/tasks/fair-share.ts'
import { remainingMs } from '#core/tasks/remaining.ts'
import { retryAfter } from '#core/tasks/retry.ts'

interface Waiting {
  owner: string
  turn: number
}

/** A queue of one slot: what runs is the earliest turn, of one turn the older task. */
class Line {
  readonly waiting: Waiting[] = []
  readonly ran: string[] = []
  private running: Waiting | undefined

  send(owner: string): void {
    const unfinished = [...this.waiting, ...(this.running ? [this.running] : [])]
    const own = unfinished.filter((one) => one.owner === owner).map(({ turn }) => turn)
    const turns = this.waiting.map(({ turn }) => turn)
    const turn = nextTurn({
      running: this.running?.turn,
      waiting: turns.length > 0 ? Math.min(...turns) : undefined,
      own: own.length > 0 ? Math.max(...own) : undefined,
    })
    this.waiting.push({ owner, turn })
  }

  next(): void {
    const least = Math.min(...this.waiting.map(({ turn }) => turn))
    const at = this.waiting.findIndex(({ turn }) => turn === least)
    this.running = this.waiting.splice(at, 1)[0]
    if (this.running) this.ran.push(this.running.owner)
  }
}

test('one with 500 tasks does not starve another, nor is starved by one who always has one more', () => {
  const line = new Line()
  for (let i = 0; i < 500; i++) line.send('a')
  for (let i = 0; i < 300; i++) line.next()
  for (let i = 0; i < 10; i++) line.send('b')
  for (let i = 0; i < 22; i++) line.next()
  expect(line.ran.slice(300).filter((owner) => owner === 'b')).toHaveLength(10)
  // `c` sends one task whenever its last one has begun: half of what runs is still of `a`.
  for (let i = 0; i < 100; i++) {
    if (!line.waiting.some(({ owner }) => owner === 'c')) line.send('c')
    line.next()
  }
  const last = line.ran.slice(-100)
  expect(Math.abs(last.filter((owner) => owner === 'a').length - 50)).toBeLessThanOrEqual(1)
})

test('after everything is done the turns begin anew', () => {
  expect(nextTurn({ running: undefined, waiting: undefined, own: undefined })).toBe(1)
  expect(nextTurn({ running: 7, waiting: 8, own: undefined })).toBe(8)
  expect(nextTurn({ running: undefined, waiting: 8, own: 9 })).toBe(10)
})

test('a fault that may pass is met again later and later, one of ours once, and no longer than that', () => {
  const pauses = [20, 60]
  const passing = [1, 2, 3].map((attempt) => retryAfter('passing', attempt, { pauses }))
  expect(passing).toEqual([20, 60, undefined])
  expect(retryAfter('passing', 1, { pauses, askedSeconds: 90 })).toBe(90)
  expect([1, 2].map((attempt) => retryAfter('unknown', attempt, { pauses }))).toEqual([2, undefined])
})

test('the remaining time goes by what tasks like it took, then by its own pace', () => {
  const pace = { progress: 0, beganAt: 0, elapsedMs: 0, usualMs: undefined }
  expect(remainingMs(pace)).toBeUndefined()
  expect(remainingMs({ ...pace, usualMs: 60_000 })).toBe(60_000)
  expect(remainingMs({ ...pace, progress: 0.5, elapsedMs: 10_000 })).toBe(10_000)
  // Half of it was there from an earlier attempt.
  expect(remainingMs({ ...pace, progress: 0.75, beganAt: 0.5, elapsedMs: 10_000 })).toBe(10_000)
  expect(remainingMs({ ...pace, progress: 0.25, elapsedMs: 10_000, usualMs: 60_000 })).toBe(37_500)
  // Stands still beyond its time: nothing is promised.
  expect(remainingMs({ ...pace, elapsedMs: 90_000, usualMs: 60_000 })).toBeUndefined()
})
