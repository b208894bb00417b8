import type { FastifyInstance } from 'fastify'
import { openBatchZip } from '../app/batches/download.ts'
import type { Deps } from '../app/deps.ts'
import { openFolderZip } from '../app/files/download.ts'
import { Refusal } from '../app/refusal.ts'
import type { ReaderRights } from '../app/reader-rights.ts'
import { type ZipKind, zipPrefixes } from '../app/signed-urls.ts'
import { openTaskZip } from '../app/tasks/download.ts'
import type { Zip } from '../app/zip.ts'

type Open = (deps: Deps, id: string, query: unknown) => Promise<Zip>

const opens: Record<ZipKind, Open> = { batch: openBatchZip, folder: openFolderZip, tasks: openTaskZip }

/** Signed zips of results and folders, written while they are sent. */
export function registerZips(app: FastifyInstance, deps: Deps, rights: ReaderRights): void {
  for (const kind of ['batch', 'folder', 'tasks'] as const) {
    app.get(`${zipPrefixes[kind]}:id`, { exposeHeadRoute: false }, async (request, reply) => {
      const { id } = request.params as { id: string }
      const { expires = '', signature = '' } = request.query as { expires?: string; signature?: string }
      const grant = deps.signedUrls.readZip(kind, id, expires, signature)
      if (!grant || !(await rights.allows(grant.reader, ''))) throw new Refusal('not_permitted', 'bad_address')
      const { fileName, stream } = await opens[kind](deps, id, request.query)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      return reply.type('application/zip').send(stream)
    })
  }
}
