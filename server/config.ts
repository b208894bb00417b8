import { join, resolve } from 'node:path'

export type ProcessRole = 'all' | 'api' | 'worker'

export interface S3Config {
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
}

export interface Config {
  readonly role: ProcessRole
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Undefined = the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  readonly databaseSchema: string
  readonly s3: S3Config | undefined
  readonly webDir: string
  readonly logLevel: string
  /** Tasks that one worker runs at the same time. */
  readonly concurrency: number
  readonly engines: EngineConfig
}

export interface EngineConfig {
  readonly ffmpeg: string
  readonly ffprobe: string
  /** OpenAI-compatible endpoints; a base address ends before `/audio/…` or `/chat/…`. */
  readonly whisperUrl: string | undefined
  readonly whisperKey: string | undefined
  readonly whisperModel: string
  /** A local whisper.cpp program and its model file. */
  readonly whisperProgram: string | undefined
  readonly whisperModelFile: string | undefined
  readonly chatUrl: string | undefined
  readonly chatKey: string | undefined
  readonly chatModel: string
}

export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

export function readConfig(env: Env, root: string): Config {
  return {
    role: oneOf(env['CUELANE_ROLE'] ?? 'all', ['all', 'api', 'worker'], 'CUELANE_ROLE'),
    host: env['HOST'] ?? '127.0.0.1',
    port: wholeNumber(env['PORT'] ?? '8100', 'PORT', 0, 65_535),
    dataDir: resolve(root, env['CUELANE_DATA'] ?? 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    databaseSchema: env['DATABASE_SCHEMA'] ?? 'cuelane',
    s3: readS3(env),
    webDir: join(root, 'dist'),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    concurrency: wholeNumber(env['CUELANE_CONCURRENCY'] ?? '2', 'CUELANE_CONCURRENCY', 1, 64),
    engines: readEngines(env),
  }
}

function readEngines(env: Env): EngineConfig {
  return {
    ffmpeg: env['FFMPEG_PATH'] ?? 'ffmpeg',
    ffprobe: env['FFPROBE_PATH'] ?? 'ffprobe',
    whisperUrl: env['WHISPER_URL'] || undefined,
    whisperKey: env['WHISPER_KEY'] || undefined,
    whisperModel: env['WHISPER_MODEL'] ?? 'whisper-1',
    whisperProgram: env['WHISPER_CPP'] || undefined,
    whisperModelFile: env['WHISPER_CPP_MODEL'] || undefined,
    chatUrl: env['OPENAI_URL'] || undefined,
    chatKey: env['OPENAI_KEY'] || undefined,
    chatModel: env['OPENAI_MODEL'] ?? 'gpt-4o-mini',
  }
}

function readS3(env: Env): S3Config | undefined {
  const bucket = env['S3_BUCKET']
  if (!bucket) return undefined
  return {
    bucket,
    endpoint: env['S3_ENDPOINT'] || undefined,
    region: env['S3_REGION'] ?? 'us-east-1',
    accessKeyId: needed(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: needed(env, 'S3_SECRET_ACCESS_KEY'),
    forcePathStyle: env['S3_PATH_STYLE'] !== '0',
  }
}

function needed(env: Env, name: string): string {
  const value = env[name]
  if (!value) throw new ConfigError(`${name} is needed beside S3_BUCKET. Set it and start again.`)
  return value
}

function oneOf<T extends string>(value: string, allowed: readonly T[], name: string): T {
  const found = allowed.find((option) => option === value)
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return found
}

function wholeNumber(value: string, name: string, lo: number, hi: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < lo || number > hi) {
    throw new ConfigError(`${name} must be a whole number from ${lo} to ${hi}, not "${value}".`)
  }
  return number
}
