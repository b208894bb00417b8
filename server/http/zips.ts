import type { FastifyInstance } from 'fastify'
import { openBatchZip } from '../app/batches/download.ts'
import type { Deps } from '../app/deps.ts'
import { openFolderZip } from '../app/files/download.ts'
import { Refusal } from '../app/refusal.ts'
import { BATCH_PREFIX, FOLDER_PREFIX, type SignedUrls, TASKS_PREFIX } from '../app/signed-urls.ts'
import { openTaskZip } from '../app/tasks/download.ts'
import type { Zip } from '../app/zip.ts'

interface ZipRoute {
  readonly prefix: string
  readonly allows: (urls: SignedUrls, id: string, expires: string, signature: string) => boolean
  readonly open: (deps: Deps, id: string, query: unknown) => Promise<Zip>
}

const routes: readonly ZipRoute[] = [
  { prefix: BATCH_PREFIX, allows: (urls, ...given) => urls.allowsBatch(...given), open: openBatchZip },
  { prefix: FOLDER_PREFIX, allows: (urls, ...given) => urls.allowsFolder(...given), open: openFolderZip },
  { prefix: TASKS_PREFIX, allows: (urls, ...given) => urls.allowsTasks(...given), open: openTaskZip },
]

/** Signed addresses of what batches and tasks made and of files of folders, as a zip that is written while it is sent. */
export function registerZips(app: FastifyInstance, deps: Deps): void {
  for (const { prefix, allows, open } of routes) {
    app.get(`${prefix}:id`, { exposeHeadRoute: false }, async (request, reply) => {
      const { id } = request.params as { id: string }
      const { expires = '', signature = '' } = request.query as { expires?: string; signature?: string }
      if (!allows(deps.signedUrls, id, expires, signature)) throw new Refusal('not_permitted', 'bad_address')
      const { fileName, stream } = await open(deps, id, request.query)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      return reply.type('application/zip').send(stream)
    })
  }
}
