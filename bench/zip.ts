/** A zip download of many videos against reading the same files, and against Info-ZIP. */
import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readParts, zipOf } from '#server/app/zip.ts'
import { median, printTable } from './table.ts'

const FILES = 12
const FILE_BYTES = 48 * 1024 ** 2
const ROUNDS = 5

/** Megabytes a second, and the most memory that is held beyond that of the beginning. */
export async function benchZip(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-zip-'))
  try {
    const paths: string[] = []
    for (let at = 0; at < FILES; at++) {
      const path = join(folder, `${at}.mp4`)
      await writeFile(path, randomFillSync(Buffer.allocUnsafe(FILE_BYTES)))
      paths.push(path)
    }
    const ways: Record<string, () => Promise<void>> = {
      'reading the files': () => drain(Readable.from(readAll(paths), { objectMode: false })),
      'zip of a download': () => drain(zipped(paths)),
      'Info-ZIP, zip -0': () => drain(spawn('zip', ['-0', '-q', '-j', '-', ...paths]).stdout),
    }
    const times = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]))
    let most = 0
    // Interleaved; the first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, work] of Object.entries(ways)) {
        globalThis.gc?.()
        const before = inUse()
        const watch = setInterval(() => name.startsWith('zip') && (most = Math.max(most, inUse() - before)), 5)
        const began = performance.now()
        await work()
        clearInterval(watch)
        if (round > 0) times.get(name)?.push(performance.now() - began)
      }
    const rates = [...times].map(([name, all]) => [name, (FILES * FILE_BYTES) / 1e6 / (median(all) / 1000)] as const)
    const [, reading = NaN] = rates[0] ?? []
    printTable(
      `${FILES} videos of 48 MiB as one stream`,
      ['way', 'MB/s', 'to reading'],
      rates.map(([name, rate]) => [name, rate.toFixed(0), (rate / reading).toFixed(2)]),
    )
    console.log(`\nMost memory of the zip beyond that of its beginning: ${(most / 1024 ** 2).toFixed(0)} MiB`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function zipped(paths: readonly string[]): Readable {
  const files = paths.map((path, at) => ({
    ...{ name: `${at}.mp4`, compress: false },
    open: async () => readParts(path),
  }))
  return zipOf('batch.zip', files).stream
}

/** In parts as large as those of a zip. */
async function* readAll(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) for await (const part of readParts(path)) yield part as Buffer
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

function inUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
