import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Reads a program's standard output into one buffer. */
export interface BytePipe {
  /** For the program; closed here after the spawn. */
  readonly writer: Socket
  /** Resolves when everything was read; rejects with the read error. */
  readonly ended: Promise<Error | undefined>
  close(): void
}

const BUFFER_BYTES = 256 * 1024

/**
 * Node's pipes allocate memory per 64 KiB, and video frames would cause frequent garbage collections. `onBytes` must copy
 * what it keeps. Throws if sockets have no path.
 */
export async function openBytePipe(onBytes: (bytes: Buffer) => void): Promise<BytePipe> {
  // In a private folder.
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-pipe-'))
  const path = join(folder, 'pipe')
  const server = createServer({ pauseOnConnect: true })
  try {
    server.listen(path)
    await once(server, 'listening')
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const take = (count: number): boolean => {
      onBytes(buffer.subarray(0, count))
      return true
    }
    const reader = connect({ path, onread: { buffer, callback: take } })
    const [[writer]] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, once(reader, 'connect')])
    let fault: Error | undefined
    reader.on('error', (error) => (fault = error))
    const ended = new Promise<Error | undefined>((resolve) => reader.once('close', () => resolve(fault)))
    return { writer, ended, close: () => reader.destroy() }
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
