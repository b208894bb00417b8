import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program's standard output that is read into one piece of memory. */
export interface BytePipe {
  /** For the program; closed here once it has it. */
  readonly writer: Socket
  /** When everything that was written has been read. */
  readonly ended: Promise<void>
  close(): void
}

const BUFFER_BYTES = 256 * 1024

/**
 * Pipes of Node take new memory for every 64 KiB: the pictures of five minutes are hundreds of megabytes, and each few of
 * them bring a collection of all garbage. `onBytes` has to copy what it keeps.
 */
export async function openBytePipe(onBytes: (bytes: Buffer) => void): Promise<BytePipe> {
  // In a folder that nobody else can open.
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-pipe-'))
  const path = join(folder, 'pipe')
  const server = createServer({ pauseOnConnect: true })
  try {
    const accepted = new Promise<Socket>((resolve, reject) => {
      server.once('connection', resolve).once('error', reject)
    })
    await new Promise<void>((resolve) => server.listen(path, resolve).once('error', () => resolve()))
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const take = (count: number): boolean => {
      onBytes(buffer.subarray(0, count))
      return true
    }
    const reader = connect({ path, onread: { buffer, callback: take } })
    const ended = new Promise<void>((resolve) => reader.once('close', () => resolve()))
    reader.on('error', () => reader.destroy())
    const writer = await accepted
    return { writer, ended, close: () => reader.destroy() }
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
