/** Draws the sample's frames on all processors. As a worker this file draws the frames that it gets. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { Picture } from './picture.ts'
import { shots } from './scenes.ts'

/** Format of the clip: pixels, frames a second, seconds. */
export interface Clip {
  readonly width: number
  readonly height: number
  readonly rate: number
  readonly seconds: number
}

interface Order {
  readonly clip: Clip
  readonly frame: number
}

/** Writes all frames in order, as rows of red, green and blue bytes. */
export async function writeFrames(clip: Clip, out: Writable): Promise<void> {
  const count = clip.rate * clip.seconds
  const workers = Array.from({ length: Math.max(1, availableParallelism()) }, () => new Worker(import.meta.filename))
  const draw = async (worker: Worker, frame: number): Promise<Uint8Array> => {
    worker.postMessage({ clip, frame } satisfies Order)
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return bytes
  }
  try {
    let frames = workers.map((worker, at) => draw(worker, at))
    for (let frame = 0; frame < count; frame++) {
      const bytes = await frames[0]
      const worker = workers[frame % workers.length]
      const next = frame + workers.length
      frames = [...frames.slice(1), ...(next < count ? [draw(worker, next)] : [])]
      if (!out.write(bytes)) await once(out, 'drain')
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  out.end()
}

if (!isMainThread) {
  // The distance fields are small functions that call each other: inlining makes them about twice as fast.
  setFlagsFromString('--max-inlined-bytecode-size=2000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=6000')
  parentPort?.on('message', ({ clip, frame }: Order) => {
    const seconds = frame / clip.rate
    const length = clip.seconds / shots.length
    const shot = shots[Math.floor(seconds / length)]
    const picture = new Picture(shot, (seconds % length) / length, seconds, clip.width, clip.height)
    parentPort?.postMessage(picture.draw())
  })
}
