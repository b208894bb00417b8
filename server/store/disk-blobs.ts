import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs, checkKey, partCount, partLength, ShortPart, type UploadTarget } from './blobs.ts'
import { newId } from './id.ts'
import { isStorageFull, StorageFull } from './storage-full.ts'

/**
 * Blobs as files in a folder. Each part of an upload is a file that gets its name when complete; finishing copies them,
 * so that no open connection can write to the result.
 */
export class DiskBlobs implements Blobs {
  readonly kind = 'disk'
  private readonly root: string

  constructor(root: string) {
    this.root = root
  }

  private path(key: string): string {
    return join(this.root, checkKey(key))
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.path(key)
    await whenFull(async () => {
      await mkdir(dirname(target), { recursive: true })
      await rename(path, target).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error
        const copy = `${target}.${newId()}.part`
        try {
          await copyFile(path, copy)
          await rename(copy, target)
        } finally {
          await rm(copy, { force: true })
        }
        await rm(path, { force: true })
      })
    })
  }

  async localPath(key: string): Promise<string> {
    const path = this.path(key)
    await stat(path).catch(() => {
      throw new BlobMissing(`No blob ${key}`)
    })
    return path
  }

  async has(key: string): Promise<boolean> {
    return stat(this.path(key)).then(
      (info) => info.isFile(),
      () => false,
    )
  }

  async remove(scope: string): Promise<void> {
    await rm(this.path(scope), { recursive: true, force: true })
  }

  async serve(key: string): Promise<{ path: string }> {
    return { path: await this.localPath(key) }
  }

  async beginUpload(target: Omit<UploadTarget, 'storageId'>): Promise<string> {
    const folder = this.uploadFolder(target.uploadId)
    await whenFull(async () => {
      await mkdir(join(folder, 'parts'), { recursive: true })
      await mkdir(join(folder, 'arriving'), { recursive: true })
    })
    return target.uploadId
  }

  async partAddress(): Promise<undefined> {
    return undefined
  }

  async writePart(target: UploadTarget, part: number, body: Readable): Promise<void> {
    const arriving = join(this.uploadFolder(target.uploadId), 'arriving', newId())
    const expected = partLength(target, part)
    const counter = new ByteCounter(expected)
    try {
      await whenFull(() => pipeline(body, counter, createWriteStream(arriving, { flags: 'wx' })))
      if (counter.bytes !== expected) throw new ShortPart(`${counter.bytes} of ${expected} bytes`)
      await rename(arriving, this.partPath(target, part))
    } catch (error) {
      await rm(arriving, { force: true })
      if (codeOf(error) === 'ENOENT') throw new BlobMissing(`No upload ${target.uploadId}`, { cause: error })
      throw error
    }
  }

  async listParts(target: UploadTarget): Promise<number[]> {
    const names = await readdir(join(this.uploadFolder(target.uploadId), 'parts')).catch(() => [])
    const parts = names.map(Number).filter((part) => Number.isInteger(part) && part >= 1)
    const whole = await Promise.all(
      parts.map(async (part) => {
        const info = await stat(this.partPath(target, part)).catch(() => undefined)
        return info?.size === partLength(target, part)
      }),
    )
    return parts.filter((_, index) => whole[index]).sort((a, b) => a - b)
  }

  async completeUpload(target: UploadTarget): Promise<void> {
    const folder = this.uploadFolder(target.uploadId)
    if (!(await this.has(target.key))) {
      const parts = await this.listParts(target)
      if (parts.length !== partCount(target.size, target.partSize)) throw new ShortPart(`${parts.length} parts`)
      const joined = join(folder, `joined-${newId()}`)
      try {
        await whenFull(() => this.join(target, parts, joined))
        await this.seal(joined, this.path(target.key))
      } catch (error) {
        // Another process was faster and has removed the parts.
        if (!(await this.has(target.key))) throw error
      } finally {
        await rm(joined, { force: true })
      }
    }
    await rm(folder, { recursive: true, force: true })
  }

  async abortUpload(target: UploadTarget): Promise<void> {
    await rm(this.uploadFolder(target.uploadId), { recursive: true, force: true })
  }

  private async join(target: UploadTarget, parts: readonly number[], joined: string): Promise<void> {
    const file = await open(joined, 'wx')
    try {
      for (const part of parts) await append(file, this.partPath(target, part))
      await file.sync()
      const { size } = await file.stat()
      if (size !== target.size) throw new ShortPart(`${size} of ${target.size} bytes`)
    } finally {
      await file.close()
    }
  }

  /** Names a file unless the name exists: the first joined and checked file is never replaced. */
  private async seal(joined: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true })
    try {
      await link(joined, target)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EEXIST') return
      // Some file systems have no links.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error
      await rename(joined, target)
    }
  }

  private partPath(target: UploadTarget, part: number): string {
    return join(this.uploadFolder(target.uploadId), 'parts', String(part))
  }

  private uploadFolder(id: string): string {
    return this.path(`upload/${id}`)
  }
}

async function append(file: FileHandle, path: string): Promise<void> {
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), async function (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) await file.appendFile(chunk)
  })
}

class ByteCounter extends Transform {
  bytes = 0
  private readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }

  override _transform(chunk: Buffer, _: BufferEncoding, next: (error: Error | null, data?: Buffer) => void): void {
    this.bytes += chunk.length
    if (this.bytes > this.limit) next(new ShortPart(`more than ${this.limit} bytes`))
    else next(null, chunk)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

async function whenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isStorageFull(error)) throw new StorageFull('No room for a file', { cause: error })
    throw error
  }
}
