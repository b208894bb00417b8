import type { FastifyInstance } from 'fastify'
import { MACHINE_FONT_PREFIX } from '#core/domain/burn-fonts.ts'
import { errorTable } from '#core/contract/errors.ts'
import { translateMessage } from '../app/messages.ts'
import { machineFont } from '../engines/burn-fonts.ts'
import { languageOfRequest } from './authenticate.ts'

/**
 * This machine's fonts that the player needs to match burned-in subtitles. Public: the fonts are open, and a local file
 * is edited without an account.
 */
export function registerFonts(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(`${MACHINE_FONT_PREFIX}:name`, async (request, reply) => {
    const path = await machineFont(request.params.name)
    if (path === undefined) {
      const message = translateMessage(languageOfRequest(request), 'no_data')
      return reply.code(404).send({ code: errorTable.not_found.code, message, data: {} })
    }
    reply.type('font/collection').header('cache-control', 'public, max-age=2592000')
    return reply.sendFile(path.slice(1), '/', { cacheControl: false })
  })
}
