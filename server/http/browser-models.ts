import type { FastifyInstance } from 'fastify'
import {
  BROWSER_MODEL_PREFIX,
  type BrowserModelList,
  browserModelList,
  browserModelNames,
} from '#core/domain/browser-models.ts'
import { errorTable } from '#core/contract/errors.ts'
import { translateMessage } from '../app/messages.ts'
import { browserModel, browserModels } from '../engines/browser-models.ts'
import { languageOfRequest } from './authenticate.ts'

/**
 * Models that run in browsers, and no other file. Public: their weights are open, and a local file is edited without an
 * account.
 */
export function registerBrowserModels(app: FastifyInstance): void {
  app.get(browserModelList, async (_, reply): Promise<BrowserModelList> => {
    reply.header('cache-control', 'no-cache')
    const files = await browserModels()
    return { files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })) }
  })
  app.get<{ Params: { digest: string; name: string } }>(
    `${BROWSER_MODEL_PREFIX}:digest/:name`,
    async (request, reply) => {
      const { digest, name } = request.params
      const known = browserModelNames.find((each) => each === name)
      const file = known && (await browserModel(known))
      if (file?.sha256 !== digest) {
        const message = translateMessage(languageOfRequest(request), 'no_data')
        return reply.code(404).send({ code: errorTable.not_found.code, message, data: {} })
      }
      reply.type('application/octet-stream').header('cache-control', 'public, max-age=31536000, immutable')
      return reply.sendFile(file.path.slice(1), '/', { cacheControl: false, dotfiles: 'allow' })
    },
  )
}
