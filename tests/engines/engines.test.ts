import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { FleetOffers } from '#server/engines/offers.ts'
import { defineEngine } from '#server/engines/ports.ts'
import { type EngineReport, findEngines, reportsToShow } from '#server/engines/registry.ts'
import { ConfigError } from '#server/settings.ts'
import { knownAdapters } from '#tests/support/engines.ts'

describe('settings', () => {
  const refusal = async (env: Record<string, string>): Promise<string> => {
    try {
      readConfig(env, '/')
      await findEngines({ PATH: '', ...env }, knownAdapters)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
    return ''
  }

  test.each([
    [{ CUELANE_ROLE: 'boss' }, 'CUELANE_ROLE must be one of all, api, worker, not "boss".'],
    [{ PORT: '8.5' }, 'PORT must be a whole number from 0 to 65535, not "8.5".'],
    [{ PORT: 'web' }, 'PORT must be a whole number from 0 to 65535, not "web".'],
    [{ CUELANE_CONCURRENCY: '0' }, 'CUELANE_CONCURRENCY must be a whole number from 1 to 64, not "0".'],
    [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID is needed together with S3_BUCKET. Set it and start again.'],
    [
      { WHISPER_URL: 'localhost:9000' },
      'WHISPER_URL must be an address that begins with http:// or https://, not "localhost:9000".',
    ],
    [
      { OPENAI_URL: 'ftp://host' },
      'OPENAI_URL must be an address that begins with http:// or https://, not "ftp://host".',
    ],
    [{ WHISPER_CPP: 'whisper' }, 'WHISPER_CPP_MODEL is needed together with WHISPER_CPP: the path of a model file.'],
    [{ WHISPER_CPP_MODEL: 'm.bin' }, 'WHISPER_CPP is needed together with WHISPER_CPP_MODEL: the whisper.cpp program.'],
    [{ PORT: '', CUELANE_ROLE: '', WHISPER_URL: '', S3_BUCKET: '' }, ''],
  ])('%j', async (env, message) => expect(await refusal(env)).toBe(message))
})

describe('engines of one machine', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cuelane-engines-'))
    await writeFile(join(folder, 'model.bin'), '')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('the preferred engine that covers the need is the one that answers', async () => {
    const env = { WHISPER_URL: 'http://127.0.0.1:9/v1/', OPENAI_URL: 'http://127.0.0.1:9' }
    const engines = await findEngines(env, knownAdapters)
    expect(engines.for('asr', { language: 'en' })?.version).toBe('whisper-http-1/whisper-1')
    expect(engines.for('translate', { from: 'en', to: 'es' })?.version).toBe('chat-3/gpt-4o-mini')
    const bare = await findEngines({}, knownAdapters)
    expect(bare.for('asr', { language: 'en' })?.version).toBe('moonshine-base-1')
    expect(bare.for('asr', { language: 'ja' })).toBeUndefined()
    expect(bare.for('translate', { from: 'en', to: 'es' })?.version).toBe('apertium-5')
    expect(bare.for('translate', { from: 'en', to: 'ja' })).toBeUndefined()
    expect(bare.for('ffmpeg', {})).toMatchObject({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })
    expect([...(bare.for('ffmpeg', {})?.filters ?? [])]).toEqual(
      expect.arrayContaining(['rubberband', 'sidechaincompress', 'loudnorm', 'subtitles']),
    )
  })

  test('every engine tells what its provider counts', async () => {
    const url = 'http://127.0.0.1:9'
    const env = {
      ...{ WHISPER_URL: url, OPENAI_URL: url, SPEECH_URL: url, SPEECH_VOICES: 'anna female youth warm en' },
      ...{ DEEPL_KEY: 'k', ELEVENLABS_KEY: 'k', ENGINE_ATTEMPTS: '1', ENGINE_PATIENCE_SECONDS: '0' },
      ...{ HTTP_TRANSLATE_URL: url, HTTP_TRANSLATE_PRICE_UNIT: 'token' },
      ...{ HTTP_TTS_URL: url, HTTP_TTS_VOICES: 'anna female youth warm en' },
    }
    const here = (await findEngines(env, knownAdapters)).reports.filter(({ isOffered }) => isOffered)
    expect(here.filter(({ serves }) => !serves.abilities?.priceUnit).map(({ name }) => name)).toEqual([])
    const services = here.filter(({ name }) => name === 'http').map(({ serves }) => serves.abilities?.priceUnit)
    expect(services).toEqual(['token', 'character'])
  })

  test('a local Whisper needs its model file; one that is missing is named', async () => {
    const program = join(folder, 'whisper')
    await writeFile(program, '#!/bin/sh\n')
    await chmod(program, 0o755)
    const settings = (file: string) => ({ WHISPER_CPP: program, WHISPER_CPP_MODEL: join(folder, file) })
    const engines = await findEngines(settings('model.bin'), knownAdapters)
    expect(engines.for('asr', { language: 'ja' })?.version).toBe('whisper-cpp-1/model.bin')
    const lacking = await findEngines(settings('none.bin'), knownAdapters)
    const report = lacking.reports.find(({ name }) => name === 'whisper.cpp')
    const path = join(folder, 'none.bin')
    expect(report).toMatchObject({ isOffered: false, remedy: { key: 'no_file', params: { path } } })
  })

  test('what is not here says how to get it; what waits for a setting is left out unless asked for', async () => {
    const nothing = await findEngines({ FFMPEG_PATH: '/none/ffmpeg', FFPROBE_PATH: '/none/ffprobe' }, knownAdapters)
    const ffmpeg = nothing.reports.find(({ port }) => port === 'ffmpeg')
    expect(ffmpeg?.remedy).toMatchObject({
      key: 'install',
      params: { ways: expect.stringContaining('apt-get install ffmpeg') },
    })
    expect(() => nothing.need('ffmpeg', {})).toThrow('/none/ffprobe is not installed')
    const optional = nothing.reports.filter(({ isOptional }) => isOptional).map(({ detail }) => detail)
    expect(optional).toEqual([
      ...[
        'WHISPER_URL',
        'ELEVENLABS_KEY',
        'WHISPER_CPP',
        'whisper-base',
        'OPENAI_URL',
        'DEEPL_KEY',
        'HTTP_TRANSLATE_URL',
      ],
      ...[
        'LIBRETRANSLATE_URL',
        'nllb-600m',
        'ELEVENLABS_KEY',
        'SPEECH_URL',
        'HTTP_TTS_URL',
        'kokoro',
        'speakers',
        'speakers',
      ],
      ...['spleeter', 'ELEVENLABS_KEY', 'zipvoice'],
    ])
    expect(reportsToShow(nothing.reports).some(({ isOptional }) => isOptional)).toBe(false)
  })

  test('an engine is one adapter: the list is an argument', async () => {
    const shout = defineEngine({
      port: 'translate',
      name: 'shout',
      settings: z.object({ SHOUT_MARK: z.string().max(1, { error: 'must be one character' }).default('!') }),
      probe: async () => ({ serves: { pairs: { en: ['ja'] } }, detail: 'shout-1' }),
      open: ({ SHOUT_MARK }) => ({
        version: 'shout-1',
        translate: async ({ texts }) => texts.map((line) => line.toUpperCase() + SHOUT_MARK),
      }),
    })
    const engines = await findEngines({ SHOUT_MARK: '?' }, [shout])
    const engine = engines.for('translate', { from: 'en', to: 'ja' })
    const request = { texts: ['a'], from: 'en', to: 'ja', signal: AbortSignal.timeout(1000) } as const
    expect(await engine?.translate(request)).toEqual(['A?'])
    await expect(findEngines({ SHOUT_MARK: '!!' }, [shout])).rejects.toThrow(
      'SHOUT_MARK must be one character, not "!!".',
    )
  })
})

describe('engines of several workers', () => {
  const report = (fields: Partial<EngineReport>): EngineReport => ({
    port: 'translate',
    name: 'apertium',
    label: 'apertium',
    isOffered: true,
    serves: {},
    detail: '',
    remedy: null,
    isOptional: false,
    ...fields,
  })
  const worker = (id: string, reports: EngineReport[], queues = ['io']) => ({
    id,
    host: 'h',
    process: 1,
    queues,
    reports,
  })

  test('what they cover is joined, and one that any worker has is not missing', () => {
    const offers = new FleetOffers([
      worker('a', [
        report({ serves: { pairs: { en: ['es'] } } }),
        report({ port: 'asr', name: 'heard', isOffered: false, remedy: { key: 'packages' } }),
      ]),
      worker('b', [
        report({ serves: { pairs: { en: ['fr'], es: ['en'] } } }),
        report({ port: 'asr', name: 'heard', label: 'Heard', serves: { languages: ['en'] } }),
      ]),
    ])
    expect(offers.pairs('translate')).toEqual({ en: ['es', 'fr'], es: ['en'] })
    expect(offers.can('translate', { from: 'en', to: 'fr' })).toBe(true)
    expect(offers.can('translate', { from: 'fr', to: 'en' })).toBe(false)
    expect(offers.labelFor('asr', { language: 'en' })).toBe('Heard')
    expect(offers.reports.map(({ isOffered }) => isOffered)).toEqual([true, true])
    expect(offers.taking('io').can('translate', { from: 'en', to: 'fr' })).toBe(true)
    expect(offers.taking('gpu').can('translate', { from: 'en', to: 'fr' })).toBe(false)
    expect(new FleetOffers([]).can('ffmpeg', {})).toBe(false)
  })
})
