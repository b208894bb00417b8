import { describe, expect, test } from 'vitest'
import { BucketsDevice, BytesDevice, FramesDevice } from '#workers/media/devices.ts'
import { JobQueue, type PriorityLevel } from '#workers/media/job-queue.ts'
import { GrowingBlocks, LearntRuns, ReadCache, type ReadPlan } from '#workers/media/read-cache.ts'

describe('what ffmpeg writes to a device', () => {
  test('sound is reduced the same when it is cut inside a sample', () => {
    const samples = Int16Array.from({ length: 4410 }, (_, i) => Math.round(20_000 * Math.sin(i / 7)))
    const bytes = new Uint8Array(samples.buffer)
    const reduce = (size: number): number[] => {
      const found: number[] = []
      const device = new BucketsDevice({ rate: 22_050, perSecond: 125, phase: 0 }, (buffer) =>
        found.push(...new Int16Array(buffer)),
      )
      for (let at = 0; at < bytes.length; at += size) device.write(bytes.subarray(at, at + size))
      device.end()
      return found
    }
    expect(reduce(1)).toEqual(reduce(4096))
    expect(reduce(777)).toEqual(reduce(4096))
    expect(reduce(4096)).toHaveLength(3 * 25)
  })

  test('a stream of pictures is cut into single ones; half a one is dropped', () => {
    const found: number[] = []
    const device = new FramesDevice(4, (buffer) => found.push(new Uint8Array(buffer)[0]!))
    device.write(Uint8Array.from([1, 0, 0, 0, 2, 0]))
    device.write(Uint8Array.from([0, 0, 3]))
    device.end()
    expect(found).toEqual([1, 2])
  })

  test('bytes are handed out in large pieces, the rest at the end', () => {
    const found: Uint8Array[] = []
    const device = new BytesDevice((buffer) => found.push(new Uint8Array(buffer)))
    const written = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251)
    for (let at = 0; at < written.length; at += 70_000) device.write(written.subarray(at, at + 70_000))
    device.end()
    expect(found.map(({ length }) => length)).toEqual([262_144, 262_144, 75_712])
    expect(Uint8Array.from(found.flatMap((piece) => [...piece]))).toEqual(written)
  })
})

describe('reading a source', () => {
  const SIZE = 8 * 1024 ** 2
  const byteAt = (position: number): number => (position * 7 + (position >> 11)) & 255

  class Source {
    readonly size = SIZE
    readonly reads: [number, number][] = []
    read(from: number, to: number): Uint8Array {
      this.reads.push([from, to])
      return Uint8Array.from({ length: to - from }, (_, at) => byteAt(from + at))
    }
  }

  const open = (plan: ReadPlan): { source: Source; cache: ReadCache; read: (from: number, length: number) => void } => {
    const source = new Source()
    const cache = new ReadCache(source, plan)
    const read = (from: number, length: number): void => {
      const target = new Uint8Array(length)
      const got = cache.readInto(target, from)
      expect(got).toBe(Math.max(0, Math.min(length, SIZE - from)))
      for (let at = 0; at < got; at += 97) expect(target[at]).toBe(byteAt(from + at))
    }
    return { source, cache, read }
  }

  test('gives the right bytes in any order, and each is fetched once while it is kept', () => {
    const { cache, read } = open(new GrowingBlocks())
    for (const from of [5_000_000, 0, 1_048_000, SIZE - 10, 123, 5_000_100, SIZE + 5]) read(from, 40_000)
    expect(cache.bytes).toBeLessThanOrEqual(SIZE)
    const before = cache.requests
    read(5_000_000, 40_000)
    expect(cache.requests).toBe(before)
  })

  test('a track that lies in even pieces between others is fetched with little more than itself', () => {
    const { cache, read } = open(new LearntRuns())
    const [piece, step] = [200 * 1024, 1024 ** 2]
    for (let start = 0; start < SIZE; start += step) {
      for (let at = 0; at < piece; at += 32_768) read(start + at, Math.min(32_768, piece - at))
    }
    expect(cache.bytes).toBeLessThan(1.15 * piece * (SIZE / step))
    expect(cache.requests).toBeLessThan(30)
  })

  test('a file that is read through is fetched once, in few requests', () => {
    const { cache, read } = open(new LearntRuns())
    for (let at = 0; at < SIZE; at += 32_768) read(at, 32_768)
    expect(cache.bytes).toBe(SIZE)
    expect(cache.requests).toBeLessThan(60)
  })

  test('what commands read again outlives what one command read', () => {
    const source = { size: 2 ** 30, reads: 0, read: (from: number, to: number) => new Uint8Array(to - from) }
    const cache = new ReadCache(source, new GrowingBlocks())
    const target = new Uint8Array(1000)
    for (let command = 1; command < 4; command++) {
      cache.beginCommand()
      cache.readInto(target, 0)
      for (let at = command * 100; at < command * 100 + 40; at++) cache.readInto(target, at * 1024 ** 2)
    }
    const before = cache.requests
    cache.beginCommand()
    cache.readInto(target, 0)
    expect(cache.requests).toBe(before)
  })
})

describe('what waits', () => {
  const order = (
    places: [PriorityLevel, number, string][],
    hasRoom: (level: PriorityLevel) => boolean = () => true,
  ): string => {
    const queue = new JobQueue<string>()
    for (const [level, at, job] of places) queue.add({ level: level, order: at }, job)
    const taken: string[] = []
    for (let next = queue.take(hasRoom); next; next = queue.take(hasRoom)) taken.push(next.job)
    return taken.join(' ')
  }

  test('is taken by level, the newest of what is looked at first, the rest in its order', () => {
    expect(
      order([
        ['background', 0, 'shots'],
        ['sound', 1, 'later'],
        ['sound', 0, 'playhead'],
        ['visible', 0, 'old'],
        ['video', 0, 'strip'],
        ['visible', 0, 'new'],
      ]),
    ).toBe('new old strip playhead later shots')
  })
  test('a level without room is passed over', () => {
    expect(
      order(
        [
          ['sound', 0, 'a'],
          ['background', 0, 'b'],
        ],
        (level) => level !== 'sound',
      ),
    ).toBe('b')
  })
  test('what is no longer wanted leaves', () => {
    const queue = new JobQueue<string>()
    queue.add({ level: 'video', order: 0 }, 'x')
    queue.add({ level: 'video', order: 1 }, 'y')
    expect(queue.remove((job) => job === 'x')).toEqual(['x'])
    expect(queue.length).toBe(1)
  })
})
