import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs, checkKey, partCount, partLength, StorageFull, type UploadTarget } from './blobs.ts'

/** Blobs as files under a folder. A part of an upload is written at its place in the one file, so finishing is a rename. */
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
      await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        await copyFile(path, `${target}.part`)
        await rename(`${target}.part`, target)
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
      await writeFile(join(folder, 'content'), '')
    })
    return target.uploadId
  }

  async partAddress(): Promise<undefined> {
    return undefined
  }

  async writePart(target: UploadTarget, part: number, body: Readable): Promise<void> {
    const folder = this.uploadFolder(target.uploadId)
    const expected = partLength(target, part)
    const start = (part - 1) * target.partSize
    const counter = new ByteCounter(expected)
    await whenFull(async () => {
      await pipeline(body, counter, createWriteStream(join(folder, 'content'), { flags: 'r+', start }))
      if (counter.bytes !== expected) throw new ShortPart(`${counter.bytes} of ${expected} bytes`)
      await writeFile(join(folder, 'parts', String(part)), '')
    })
  }

  async listParts(target: UploadTarget): Promise<number[]> {
    const names = await readdir(join(this.uploadFolder(target.uploadId), 'parts')).catch(() => [])
    return names.map(Number).sort((a, b) => a - b)
  }

  async completeUpload(target: UploadTarget): Promise<void> {
    const parts = await this.listParts(target)
    if (parts.length !== partCount(target.size, target.partSize)) throw new ShortPart(`${parts.length} parts`)
    const content = join(this.uploadFolder(target.uploadId), 'content')
    const file = await open(content, 'r+')
    await file.sync().finally(() => file.close())
    await this.put(target.key, content)
    await rm(this.uploadFolder(target.uploadId), { recursive: true, force: true })
  }

  async abortUpload(target: UploadTarget): Promise<void> {
    await rm(this.uploadFolder(target.uploadId), { recursive: true, force: true })
  }

  private uploadFolder(id: string): string {
    return this.path(`upload/${id}`)
  }
}

/** A part that broke off; the caller sends it again. */
export class ShortPart extends Error {}

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

async function whenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull(`No room: ${code}`, { cause: error })
    throw error
  }
}
