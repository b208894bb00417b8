import type { Config } from './config.ts'
import { ConfigError } from './settings.ts'
import { LockedError } from './store/lock.ts'

export interface Explained {
  readonly what: string
  readonly todo: string
}

/** Why the start failed and what to do about it; undefined for a bug. */
export function explainStartFault(error: unknown, config: Config | undefined): Explained | undefined {
  if (error instanceof ConfigError) return { what: error.message, todo: 'Correct this setting and start again.' }
  if (error instanceof LockedError) {
    return {
      what: `The data folder ${config?.dataDir ?? ''} is in use by another Cuelane (process ${error.pid}).`,
      todo: 'Stop that one first, or give this one its own folder: CUELANE_DATA=other-folder npm start',
    }
  }
  if (!(error instanceof Error) || !config) return undefined
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'EADDRINUSE') {
    return {
      what: `Port ${config.port} is in use by another program.`,
      todo: `Stop that program, or choose another port: PORT=${config.port + 1} npm start`,
    }
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return {
      what: `The data folder can't be written: ${error.message}`,
      todo: 'Choose a folder that you own: CUELANE_DATA=folder npm start',
    }
  }
  if (code === 'ENOSPC' || code === '53100') {
    return {
      what: `The disk with ${config.dataDir} is full.`,
      todo: 'Make room, or move the data: CUELANE_DATA=folder npm start',
    }
  }
  if (config.databaseUrl && isConnectionFault(error, code)) {
    return {
      what: `PostgreSQL can't be used: ${messageOf(error)}`,
      todo: 'Check DATABASE_URL and that the server runs.',
    }
  }
  return undefined
}

function isConnectionFault(error: Error, code: string): boolean {
  return error instanceof AggregateError || /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EAI_|28|3D|08|57)/.test(code)
}

function messageOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
}
