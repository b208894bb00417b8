import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  close(): Promise<void>
}

export const s3Keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'us-east-1' }

interface Upload {
  key: string
  parts: Map<number, Buffer>
}

/**
 * An object store in memory that checks signatures (SigV4, in header or address). Like some real ones it can require
 * `Content-MD5` for bulk deletes.
 */
export async function startS3({ wantsMd5 = false } = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (wantsMd5 && request.method === 'POST' && /[?&]delete/.test(request.url!) && !request.headers['content-md5']) {
        response.statusCode = 400
        return response.end('<Error><Code>InvalidRequest</Code><Message>Missing Content-MD5</Message></Error>')
      }
      return answer(request, response, body, objects, uploads)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: Map<string, Buffer>,
  uploads: Map<string, Upload>,
): void {
  const url = new URL(request.url!, 'http://host')
  const fail = (status: number, code: string): void => {
    response.statusCode = status
    response.end(
      request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    )
  }
  if (!isSigned(request, url)) return fail(403, 'SignatureDoesNotMatch')
  const [, , ...segments] = url.pathname.split('/')
  const key = segments.map(decodeURIComponent).join('/')
  const query = url.searchParams
  const upload = uploads.get(query.get('uploadId') ?? '')
  const xml = (text: string): void => void response.setHeader('content-type', 'application/xml').end(text)

  if (request.method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (request.method === 'POST' && query.has('delete')) {
    for (const [, name] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(name!)
    return xml('<DeleteResult/>')
  }
  if (query.has('uploadId') && !upload) return fail(404, 'NoSuchUpload')
  if (upload && request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return void response.setHeader('etag', etag(body)).end()
  }
  if (upload && request.method === 'GET') {
    const parts = [...upload.parts].map(
      ([n, part]) => `<Part><PartNumber>${n}</PartNumber><ETag>${etag(part)}</ETag></Part>`,
    )
    return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`)
  }
  if (upload && request.method === 'POST') {
    objects.set(key, Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)))
    uploads.delete(query.get('uploadId')!)
    return xml('<CompleteMultipartUploadResult/>')
  }
  if (upload && request.method === 'DELETE') {
    uploads.delete(query.get('uploadId')!)
    response.statusCode = 204
    return void response.end()
  }
  if (request.method === 'GET' && query.has('list-type')) {
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''))
    return xml(
      `<ListBucketResult>${names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
    )
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.statusCode = 204
    return void response.end()
  }
  if (request.method === 'PUT') {
    objects.set(key, body)
    return void response.setHeader('etag', etag(body)).end()
  }
  const object = objects.get(key)
  if (!object) return fail(404, request.method === 'HEAD' ? 'NotFound' : 'NoSuchKey')
  sendObject(request, response, object, query)
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer, query: URLSearchParams): void {
  const disposition = query.get('response-content-disposition')
  if (disposition) response.setHeader('content-disposition', disposition)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = range ? Number(range[1]) : 0
  const to = range?.[2] ? Number(range[2]) + 1 : object.length
  if (range) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${from}-${to - 1}/${object.length}`)
  }
  response.setHeader('content-length', to - from)
  response.end(request.method === 'HEAD' ? undefined : object.subarray(from, to))
}

function etag(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4, as its documentation describes it. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const query = url.searchParams
  const header = /Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  )
  const credential = header?.[1] ?? query.get('X-Amz-Credential') ?? ''
  const names = (header?.[2] ?? query.get('X-Amz-SignedHeaders') ?? '').split(';')
  const given = header?.[3] ?? query.get('X-Amz-Signature') ?? ''
  const date = (request.headers['x-amz-date'] as string | undefined) ?? query.get('X-Amz-Date') ?? ''
  const [access, day, region, service] = credential.split('/')
  if (access !== s3Keys.accessKeyId) return false
  const sorted = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  const hash = (request.headers['x-amz-content-sha256'] as string | undefined) ?? 'UNSIGNED-PAYLOAD'
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [
    request.method,
    path,
    sorted,
    headers,
    names.join(';'),
    header ? hash : (query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [region!, service!, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day!))
  return hmac(key, text).toString('hex') === given
}
