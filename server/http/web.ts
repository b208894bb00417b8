import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { errorTable } from '#core/contract/errors.ts'
import { translateMessage } from '../app/messages.ts'
import { languageOfRequest } from './authenticate.ts'

/** The web application: hashed files are cached for ever; every browser route gets its page. */
export async function registerWeb(app: FastifyInstance, webDir: string): Promise<void> {
  const isBuilt = existsSync(join(webDir, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      prefix: '/',
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${webDir}/assets/`)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = isBuilt && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage) return reply.header('cache-control', 'no-cache').type('text/html').sendFile('index.html', webDir)
    const message = translateMessage(languageOfRequest(request), 'no_data')
    return reply.code(404).send({ code: errorTable.not_found.code, message, data: {} })
  })
}

/** Headers of every answer; pages may read media from these origins too. */
export function securityHeaders(mediaOrigins: readonly string[]) {
  return {
    // HTTPS is not assumed: a local installation has none.
    hsts: false as const,
    crossOriginEmbedderPolicy: false as const,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
        mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
        connectSrc: ["'self'", 'blob:', ...mediaOrigins],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
  }
}
