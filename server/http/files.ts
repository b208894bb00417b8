import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { errorTable, OK } from '#core/contract/errors.ts'
import type { Deps } from '../app/deps.ts'
import type { ReaderRights } from '../app/reader-rights.ts'
import { AVATAR_PREFIX, type Grant, MEDIA_PREFIX, PART_PREFIX } from '../app/signed-urls.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import { receiveAvatar } from '../app/avatars.ts'
import { receivePart } from '../app/uploads.ts'
import { BlobMissing, scopeOf } from '../store/blobs.ts'
import { languageOfRequest } from './authenticate.ts'

/** The only types that are served from the store; none that a browser would execute. */
const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.jpg': 'image/jpeg',
  '.mkv': 'video/x-matroska',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
}

/** Signed addresses: reading blobs (with Range) and receiving parts of uploads. */
export async function registerFiles(app: FastifyInstance, deps: Deps, rights: ReaderRights): Promise<void> {
  await app.register(fastifyStatic, { root: '/', serve: false, prefix: '/blobs/' })
  app.route({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PREFIX}:expires/:signature/*`,
    handler: async (request, reply) => {
      const { expires, signature, '*': key } = request.params as { expires: string; signature: string; '*': string }
      const { download, named = '' } = request.query as { download?: string; named?: string }
      const isNamed = download === undefined || deps.signedUrls.allowsName(expires, key, download, named)
      const grant = isNamed && unlessMissing(() => deps.signedUrls.readMedia(expires, signature, key))
      if (!grant || !(isOpen(key, grant) || (await rights.allows(grant.reader, grant.videoId)))) {
        const message = translateMessage(languageOfRequest(request), 'bad_address')
        return reply.code(403).send({ code: errorTable.not_permitted.code, message, data: {} })
      }
      // A signature is valid for a scope, which is a folder.
      if (key === scopeOf(key)) throw new BlobMissing(`No blob ${key}`)
      // A player resolves a playlist's segments against its final address: a redirect would lose their signature.
      const isPlaylist = extname(key) === '.m3u8'
      const place = isPlaylist
        ? { path: await deps.blobs.localPath(key, deps.workDir) }
        : await deps.blobs.serve(key, download)
      // The bucket's address expires soon, so that the right is checked again.
      if ('address' in place) return reply.header('cache-control', 'no-store').redirect(place.address, 302)
      if (download) reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(download)}`)
      reply.type(types[extname(key)] ?? 'application/octet-stream')
      reply.header('cache-control', 'private, max-age=3600')
      return reply.sendFile(place.path.slice(1), '/', { cacheControl: false, dotfiles: 'allow' })
    },
  })

  // Parts are raw bytes: in a separate scope without body parsers.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put(`${PART_PREFIX}:upload/:part`, { bodyLimit: 64 * 1024 ** 2 }, async (request) => {
      const { upload, part } = request.params as { upload: string; part: string }
      const { expires = '', signature = '' } = request.query as { expires?: string; signature?: string }
      if (!deps.signedUrls.allowsPart(upload, part, expires, signature))
        throw new Refusal('not_permitted', 'bad_address')
      await receivePart(deps, upload, Number(part), request.raw)
      return { code: OK, message: '', data: {} }
    })
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.put(`${AVATAR_PREFIX}:id`, { bodyLimit: 256 * 1024 }, async (request) => {
      const { id } = request.params as { id: string }
      const { expires = '', signature = '' } = request.query as { expires?: string; signature?: string }
      if (!deps.signedUrls.allowsAvatar(id, expires, signature)) throw new Refusal('not_permitted', 'bad_address')
      if (!Buffer.isBuffer(request.body)) throw new Refusal('refused', 'avatar_unreadable')
      await receiveAvatar(deps, id, request.body)
      return { code: OK, message: '', data: {} }
    })
  })
}

/** Public files: samples, voice samples and pictures of people. */
const openKinds = ['sample', 'voices', 'avatar']

const isOpen = (key: string, { reader, videoId }: Grant): boolean =>
  reader === '' && videoId === '' && openKinds.includes(key.split('/')[0] ?? '')

/** Undefined for an invalid key. */
function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  }
}
