import type { FastifyInstance } from 'fastify'
import { MACHINE_FONT_PREFIX } from '#core/domain/burn-fonts.ts'
import { errorTable } from '#core/contract/errors.ts'
import { translateMessage } from '../app/messages.ts'
import { machineFont } from '../engines/burn-fonts.ts'
import { languageOfRequest } from './authenticate.ts'

/**
 * The fonts of this machine that the player needs to draw what is burned in here. Anybody may read them: they are open
 * fonts, and a local file is edited without an account.
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
