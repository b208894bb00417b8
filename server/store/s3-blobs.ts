import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config.ts'
import { newId } from './id.ts'
import { BlobMissing, type Blobs, checkKey, partCount, partLength, ShortPart, type UploadTarget } from './blobs.ts'

const ADDRESS_SECONDS = 6 * 60 * 60
/** Addresses to read are requested each time, when the right to read is checked. */
const READING_SECONDS = 60
const PUT_PART_BYTES = 16 * 1024 ** 2
const PUT_PARTS = 5000
const CONNECT_LIMIT_MS = 5000
/** A connection that is silent for so long is given up, before an answer or within one. */
const SILENCE_MS = 30_000

/** Answers of stores without bulk delete, such as Swift and older Ceph. */
const NO_BULK = new Set(['InvalidRequest', 'NotImplemented', 'MissingContentMD5', 'InvalidDigest', 'MethodNotAllowed'])

const refusesBulk = (error: unknown): boolean => error instanceof Error && NO_BULK.has(error.name)

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Blobs in an S3-compatible bucket; browsers upload to it and read from it by signed addresses. */
export class S3Blobs implements Blobs {
  readonly kind = 's3'
  private readonly client: S3Client
  private readonly bucket: string
  /** Downloads in progress by path, shared by concurrent callers. */
  private readonly arriving = new Map<string, Promise<string>>()
  private removesAtOnce = true

  constructor(config: S3Config, { silenceMs = SILENCE_MS } = {}) {
    this.bucket = config.bucket
    this.client = new S3Client({
      region: config.region,
      ...(config.endpoint ? { endpoint: config.endpoint } : {}),
      forcePathStyle: config.forcePathStyle,
      // The client has no limit of its own: a step would wait for a bucket that hangs as long as that does.
      requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: silenceMs },
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      // The default signs the checksum of an empty body into PUT addresses, which stores refuse or store wrongly.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: checkKey(key) }
  }

  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    // In parts: a bucket accepts at most 5 GiB in one piece, and 10,000 parts.
    const partSize = Math.max(PUT_PART_BYTES, Math.ceil(size / PUT_PARTS))
    const params = { ...this.at(key), Body: createReadStream(path, { highWaterMark: 1024 ** 2 }) }
    await new Upload({ client: this.client, params, partSize, queueSize: 2 }).done()
    await rm(path, { force: true })
  }

  localPath(key: string, folder: string): Promise<string> {
    const path = join(folder, 'blobs', checkKey(key))
    const arriving = this.arriving.get(path) ?? this.fetch(key, path).finally(() => this.arriving.delete(path))
    this.arriving.set(path, arriving)
    return arriving
  }

  private async fetch(key: string, path: string): Promise<string> {
    if (await exists(path)) return path
    await mkdir(dirname(path), { recursive: true })
    const part = `${path}.${newId()}.part`
    try {
      const { Body } = await this.client.send(new GetObjectCommand(this.at(key)))
      await pipeline(Body as Readable, createWriteStream(part))
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      if ((error as Error).name === 'NoSuchKey') throw new BlobMissing(`No blob ${key}`, { cause: error })
      throw error
    }
    return path
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand(this.at(key)))
      return true
    } catch (error) {
      if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return false
      throw error
    }
  }

  async remove(scope: string): Promise<void> {
    let token: string | undefined
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: `${checkKey(scope)}/`,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      )
      await this.removeObjects((page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
      token = page.NextContinuationToken
    } while (token)
  }

  /** In bulk if the store can. Some want a checksum that the client does not send, or lack the call. */
  private async removeObjects(keys: readonly string[]): Promise<void> {
    if (keys.length > 0 && this.removesAtOnce) {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
      const answer = await this.client
        .send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete }))
        .catch((error: unknown) => {
          if (!refusesBulk(error)) throw error
          this.removesAtOnce = false
          return undefined
        })
      const [failed] = answer?.Errors ?? []
      if (failed) throw new Error(`The bucket did not delete ${failed.Key}: ${failed.Code} ${failed.Message}`)
      if (answer) return
    }
    for (const Key of keys) await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }))
  }

  async serve(key: string, downloadName: string | undefined): Promise<{ address: string }> {
    const disposition = downloadName && `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}`
    const command = new GetObjectCommand({
      ...this.at(key),
      ...(disposition ? { ResponseContentDisposition: disposition } : {}),
    })
    return { address: await getSignedUrl(this.client, command, { expiresIn: READING_SECONDS }) }
  }

  async beginUpload(target: Omit<UploadTarget, 'storageId'>): Promise<string> {
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(this.at(target.key)))
    if (!UploadId) throw new Error('The bucket gave no id for an upload')
    return UploadId
  }

  async partAddress(target: UploadTarget, part: number): Promise<string> {
    const command = new UploadPartCommand({
      ...this.at(target.key),
      UploadId: target.storageId,
      PartNumber: part,
      ContentLength: partLength(target, part),
    })
    // The length is signed, so that a browser can't store more than it announced.
    return getSignedUrl(this.client, command, {
      expiresIn: ADDRESS_SECONDS,
      signableHeaders: new Set(['content-length']),
    })
  }

  writePart(): Promise<void> {
    return Promise.reject(new Error('Parts go to the bucket itself'))
  }

  async listParts(target: UploadTarget): Promise<number[]> {
    return (await this.parts(target)).map((part) => part.PartNumber ?? 0)
  }

  private async parts(target: UploadTarget): Promise<Part[]> {
    const parts: Part[] = []
    let marker: string | undefined
    do {
      const page = await this.client.send(
        new ListPartsCommand({
          ...this.at(target.key),
          UploadId: target.storageId,
          ...(marker ? { PartNumberMarker: marker } : {}),
        }),
      )
      parts.push(...(page.Parts ?? []))
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (marker)
    return parts
  }

  async completeUpload(target: UploadTarget): Promise<void> {
    try {
      const parts = await this.parts(target)
      if (parts.length < partCount(target.size, target.partSize)) throw new ShortPart(`${parts.length} parts`)
      const listed = parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }))
      await this.client.send(
        new CompleteMultipartUploadCommand({
          ...this.at(target.key),
          UploadId: target.storageId,
          MultipartUpload: { Parts: listed },
        }),
      )
    } catch (error) {
      // The bucket forgets an upload when it is completed.
      const isGone = error instanceof Error && error.name === 'NoSuchUpload'
      if (!isGone || !(await this.has(target.key))) throw error
    }
  }

  async abortUpload(target: UploadTarget): Promise<void> {
    await this.client.send(new AbortMultipartUploadCommand({ ...this.at(target.key), UploadId: target.storageId }))
  }
}
