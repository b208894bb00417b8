import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type MenuLanguage, menuLanguages } from '#core/domain/languages.ts'
import { resourceClasses } from '#core/domain/resources.ts'
import type { GoogleSetup } from './app/google/provider.ts'
import { readGoogle } from './google-settings.ts'
import { type Network, readNetworks } from './app/imports/addresses.ts'
import type { MailSettings } from './app/mail/settings.ts'
import { usualConnections } from './store/connections.ts'
import type { QueueSlots } from './store/queue.ts'
import { ConfigError, type Env, oneOf, readSettings, serviceAddress, wholeNumber } from './settings.ts'

const processRoles = ['all', 'api', 'worker'] as const

/** What a process does: answer requests, run tasks, or both. */
export type ProcessRole = (typeof processRoles)[number]

export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly address: string | undefined
}

export interface S3Config {
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
}

/** Settings of a process; engines have their own, which their adapters read. */
export interface Config {
  readonly role: ProcessRole
  readonly host: string
  readonly port: number
  /** Trusted proxies in front: how many, or their addresses; undefined = none. */
  readonly trustProxy: number | string | undefined
  readonly dataDir: string
  /** Undefined = the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  readonly databaseSchema: string
  /** Connections of this process to PostgreSQL. */
  readonly databaseConnections: number
  readonly s3: S3Config | undefined
  /** Keys that encrypt secrets, in Base64 with commas; undefined = a file of the data folder. */
  readonly secretKeys: string | undefined
  /** Payment of credits: Stripe, the built-in test checkout, or none. */
  readonly payments: StripeConfig | 'test' | 'none'
  /** Whether others than this machine's users may reach it: a proxy here forwards external requests. */
  readonly isForOthers: boolean
  readonly webDir: string
  readonly logLevel: string
  /** Classes of tasks that this worker takes. */
  readonly queues: readonly QueueSlots[]
  /** Seconds between the attempts at a task whose engines are out of order. */
  readonly retryPauses: readonly number[]
  /** Seconds between attempts to deliver a webhook. */
  readonly webhookPauses: readonly number[]
  /** Seconds between a worker's heartbeats. */
  readonly heartbeatSeconds: number
  /** Undefined if mail is off. */
  readonly mail: MailSettings | undefined
  /** Gigabytes of videos per account; 0 = no limit. */
  readonly accountGb: number
  /** The seller on invoices: name, address and numbers, a line each. */
  readonly seller: readonly string[]
  /** Languages that the language menu offers. */
  readonly languages: readonly MenuLanguage[]
  /** How users sign in by Google, or what is missing for it. */
  readonly google: GoogleSetup
  /** Networks that imports may read though they are not public, also by http. */
  readonly importNetworks: readonly Network[]
}

const MAX_CONCURRENCY = 64

const variables = z.object({
  CUELANE_ROLE: oneOf(processRoles, 'all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 8100),
  CUELANE_TRUST_PROXY: z.string().default(''),
  CUELANE_PUBLIC_URL: serviceAddress,
  NODE_ENV: z.string().optional(),
  CUELANE_DATA: z.string().default('data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_SCHEMA: z.string().default('cuelane'),
  DATABASE_CONNECTIONS: wholeNumber(4, 200, usualConnections),
  LOG_LEVEL: z.string().default('info'),
  CUELANE_CONCURRENCY: wholeNumber(1, MAX_CONCURRENCY, 2),
  CUELANE_QUEUES: z.string().default(resourceClasses.join(',')),
  CUELANE_RETRY_SECONDS: z.string().default('20,60,180'),
  CUELANE_WEBHOOK_RETRY_SECONDS: z.string().default('30,120,600,3600,21600'),
  CUELANE_HEARTBEAT_SECONDS: wholeNumber(1, 3600, 10),
  CUELANE_ACCOUNT_GB: wholeNumber(0, 1_000_000, 500),
  CUELANE_IMPORT_NETWORKS: z.string().default(''),
  CUELANE_LANGUAGES: z.string().default(menuLanguages.join(',')),
  CUELANE_SECRET_KEYS: z.string().optional(),
  CUELANE_SELLER: z.string().default(''),
})

const mailVariables = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://name:password@mail.example.org' }),
  MAIL_FROM: z.string().optional(),
  MAIL_STAFF: z.email({ error: 'must be an e-mail address' }).optional(),
})

const s3Variables = z.object({
  S3_BUCKET: z.string(),
  S3_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.string().default('1'),
})

/** The settings in `env`, with folders below `root`; throws a ConfigError about the first wrong one. */
export function readConfig(env: Env, root: string): Config {
  const set = readSettings(variables, env)
  const trustProxy = readTrustProxy(set.CUELANE_TRUST_PROXY)
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(set.HOST)
  const isPublic = set.NODE_ENV === 'production' || set.CUELANE_PUBLIC_URL !== undefined
  const isForOthers = !isLocal || isPublic || Boolean(trustProxy)
  return {
    role: set.CUELANE_ROLE,
    host: set.HOST,
    port: set.PORT,
    trustProxy,
    dataDir: resolve(root, set.CUELANE_DATA),
    databaseUrl: set.DATABASE_URL,
    databaseSchema: set.DATABASE_SCHEMA,
    databaseConnections: set.DATABASE_CONNECTIONS,
    s3: readS3(env),
    secretKeys: set.CUELANE_SECRET_KEYS,
    payments: readPayments(env, isForOthers),
    isForOthers,
    webDir: join(root, 'dist'),
    logLevel: set.LOG_LEVEL,
    queues: readQueues(set.CUELANE_QUEUES, set.CUELANE_CONCURRENCY),
    retryPauses: readPauses('CUELANE_RETRY_SECONDS', set.CUELANE_RETRY_SECONDS, 3600),
    webhookPauses: readPauses('CUELANE_WEBHOOK_RETRY_SECONDS', set.CUELANE_WEBHOOK_RETRY_SECONDS, 86_400),
    heartbeatSeconds: set.CUELANE_HEARTBEAT_SECONDS,
    languages: readLanguages(set.CUELANE_LANGUAGES),
    google: readGoogle(env),
    importNetworks: readImportNetworks(set.CUELANE_IMPORT_NETWORKS),
    mail: readMail(env, set.CUELANE_PUBLIC_URL),
    accountGb: set.CUELANE_ACCOUNT_GB,
    seller: set.CUELANE_SELLER.split('|').flatMap((line) => line.trim() || []),
  }
}

/** `1` is one proxy; `10.0.0.0/8, loopback` are the proxies' networks. */
function readTrustProxy(value: string): number | string | undefined {
  if (value === '') return undefined
  return /^\d+$/.test(value) ? Number(value) : value
}

/** `20,60`: whole seconds; none for an empty text. */
function readPauses(name: string, text: string, most: number): number[] {
  if (text.trim() === '') return []
  return text.split(',').map((part) => {
    const seconds = Number(part)
    if (Number.isInteger(seconds) && seconds >= 0 && seconds <= most) return seconds
    throw new ConfigError(`${name} must be whole seconds such as 20,60,180, not "${text}".`)
  })
}

/** `cpu,net=8`: the classes that a worker takes; a number after `=` overrides the default. */
function readQueues(text: string, concurrency: number): QueueSlots[] {
  return text.split(',').map((part) => {
    const [name = '', count] = part.trim().split('=')
    const resources = resourceClasses.find((each) => each === name)
    const number = count === undefined ? usualConcurrency(name, concurrency) : Number(count)
    if (!resources || !Number.isInteger(number) || number < 1 || number > MAX_CONCURRENCY) {
      const names = resourceClasses.join(', ')
      throw new ConfigError(`CUELANE_QUEUES must name some of ${names}, such as cpu,net=8, not "${text}".`)
    }
    return { resources, concurrency: number }
  })
}

/** `en,zh_cn`: languages of the menu, in its own order. */
function readLanguages(text: string): MenuLanguage[] {
  const wanted = text.split(',').map((part) => part.trim())
  const unknown = wanted.find((code) => !(menuLanguages as readonly string[]).includes(code))
  if (unknown === undefined) return menuLanguages.filter((code) => wanted.includes(code))
  throw new ConfigError(`CUELANE_LANGUAGES must name some of ${menuLanguages.join(', ')}, not "${unknown}".`)
}

/** `10.1.0.0/16,fd12::/48`: networks by first address and prefix length. */
function readImportNetworks(text: string): Network[] {
  try {
    return readNetworks(text)
  } catch {
    throw new ConfigError(`CUELANE_IMPORT_NETWORKS must name networks such as 10.1.0.0/16,fd12::/48, not "${text}".`)
  }
}

/** Concurrency on this machine by CUELANE_CONCURRENCY; waiting for a service costs little. */
function usualConcurrency(name: string, concurrency: number): number {
  return name === 'net' ? Math.max(4, concurrency) : concurrency
}

const paymentVariables = z.object({
  CUELANE_PAYMENTS: z.enum(['stripe', 'test', 'none'], { error: 'must be one of stripe, test, none' }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_ADDRESS: serviceAddress,
})

/** Stripe if it has a key; else the test checkout, on a public server only if requested. */
function readPayments(env: Env, isForOthers: boolean): Config['payments'] {
  const set = readSettings(paymentVariables, env)
  const usual = set.STRIPE_SECRET_KEY !== undefined ? 'stripe' : isForOthers ? 'none' : 'test'
  const kind = set.CUELANE_PAYMENTS ?? usual
  if (kind !== 'stripe') return kind
  return {
    secretKey: neededFor('STRIPE_SECRET_KEY', set.STRIPE_SECRET_KEY, 'payments by Stripe'),
    webhookSecret: neededFor('STRIPE_WEBHOOK_SECRET', set.STRIPE_WEBHOOK_SECRET, 'payments by Stripe'),
    address: set.STRIPE_ADDRESS,
  }
}

function readS3(env: Env): S3Config | undefined {
  if (!env['S3_BUCKET']) return undefined
  const set = readSettings(s3Variables, env)
  return {
    bucket: set.S3_BUCKET,
    endpoint: set.S3_ENDPOINT,
    region: set.S3_REGION,
    accessKeyId: neededFor('S3_ACCESS_KEY_ID', set.S3_ACCESS_KEY_ID, 'S3_BUCKET'),
    secretAccessKey: neededFor('S3_SECRET_ACCESS_KEY', set.S3_SECRET_ACCESS_KEY, 'S3_BUCKET'),
    forcePathStyle: set.S3_PATH_STYLE !== '0',
  }
}

function readMail(env: Env, site: string | undefined): MailSettings | undefined {
  if (!env['SMTP_URL']) return undefined
  const set = readSettings(mailVariables, env)
  const from = neededFor('MAIL_FROM', set.MAIL_FROM, 'SMTP_URL')
  return { url: set.SMTP_URL, from, site, staff: set.MAIL_STAFF }
}

function neededFor(name: string, value: string | undefined, what: string): string {
  if (value === undefined) throw new ConfigError(`${name} is needed together with ${what}. Set it and start again.`)
  return value
}
