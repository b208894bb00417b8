import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { EngineError } from '#server/engines/engine-error.ts'
import { engineAdapters } from '#server/engines/index.ts'
import type { Engines, Needs } from '#server/engines/ports.ts'
import { findEngines } from '#server/engines/registry.ts'
import { fill, valuesAt } from '#server/engines/template.ts'
import { translateInOrder } from '#server/engines/translate/in-order.ts'
import { ConfigError } from '#server/settings.ts'
import { fakeService, type FakeService, type Received, type Reply } from '#tests/support/fake-service.ts'
import { writeWav } from '#tests/support/wav.ts'

const open: FakeService[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()))
})

async function service(answer: (request: Received, before: number) => Reply): Promise<FakeService> {
  const made = await fakeService(answer)
  open.push(made)
  return made
}

const signal = new AbortController().signal
const hasty = { ENGINE_ATTEMPTS: '2', ENGINE_PAUSE_MS: '1' }
const tone = { samples: Int16Array.from({ length: 800 }, (_, n) => Math.round(9000 * Math.sin(n / 5))), rate: 16_000 }

const bodyOf = ({ body }: Received) => z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString()))

/** One engine of this machine by its name, with settings. */
async function engineOf<P extends 'asr' | 'translate' | 'tts' | 'clone'>(
  port: P,
  name: string,
  need: Needs[P],
  env: Record<string, string>,
): Promise<Engines[P]> {
  const own = engineAdapters.filter((adapter) => adapter.port === port && adapter.name === name)
  const { inOrder, reports } = await registryOf(env, own)
  const found = inOrder(port, need).find((entry) => entry.name === name)
  if (!found) throw new Error(JSON.stringify(reports.find((report) => report.port === port && report.name === name)))
  return found.engine
}

async function registryOf(env: Record<string, string>, adapters = engineAdapters) {
  const registry = await findEngines({ PATH: process.env['PATH'], ...hasty, ...env }, adapters)
  return { registry, inOrder: registry.inOrder.bind(registry), reports: registry.reports }
}

const request = { texts: ['Hello', '', 'Bye'], from: 'en', to: 'fr', signal } as const

type Ask = (url: string) => Promise<unknown>
const key = 'secret:fx'

const asks: Record<string, Ask> = {
  chat: async (url) => (await engineOf('translate', 'chat', request, { OPENAI_URL: url })).translate(request),
  deepl: async (url) =>
    (await engineOf('translate', 'deepl', request, { DEEPL_URL: url, DEEPL_KEY: key })).translate(request),
  'translate by a template': async (url) =>
    (await engineOf('translate', 'http', request, { HTTP_TRANSLATE_URL: url })).translate(request),
  speech: async (url) => {
    const engine = await engineOf('tts', 'speech', { language: 'fr' }, { SPEECH_URL: url })
    const [voice] = engine.voices
    return voice && engine.speak({ text: 'Bonjour', voice, language: 'fr', rate: 1.1, signal })
  },
}

describe('every engine at a service that does not do its work', () => {
  const faults: [string, Reply, string][] = [
    ['401', { status: 401, text: 'no' }, 'auth'],
    ['403', { status: 403, text: 'no' }, 'auth'],
    ['402', { status: 402, text: 'pay' }, 'quota'],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' }, text: 'slow' }, 'rate'],
    ['500', { status: 500, text: 'oh' }, 'transient'],
    ['400', { status: 400, text: 'bad' }, 'input'],
    ['garbage', { text: '<!doctype html><p>hello' }, 'transient'],
    ['half an answer', { cutAfter: '{"translations":[' }, 'transient'],
    ['nothing', { text: '' }, 'transient'],
  ]
  const cases = Object.keys(asks).flatMap((engine) => faults.map((fault) => [engine, ...fault] as const))
  test.each(cases)('%s: %s', async (engine, _, reply, fault) => {
    const { url } = await service(() => reply)
    const failed = await asks[engine]?.(url).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(EngineError)
    expect(failed).toMatchObject({ fault })
  })

  test('456 of DeepL is the end of its quota, and not asked again', async () => {
    const { url, received } = await service(() => ({ status: 456, text: 'Quota exceeded' }))
    await expect(asks['deepl']?.(url)).rejects.toMatchObject({ fault: 'quota' })
    expect(received).toHaveLength(1)
  })
})

describe('DeepL', () => {
  test('texts go in batches of fifty, blank ones not at all, what is around them as context', async () => {
    const { url, received } = await service((got) => {
      const text = z.array(z.string()).parse(bodyOf(got)['text'])
      return { json: { translations: text.map((each) => ({ text: `<${each}>` })) } }
    })
    const engine = await engineOf('translate', 'deepl', request, { DEEPL_URL: url, DEEPL_KEY: key })
    const texts = Array.from({ length: 60 }, (_, n) => (n === 3 ? ' ' : `t${n}`))
    const context = { before: ['Once'], after: [], summary: 'A tale' }
    const answer = await engine.translate({ texts, from: 'zh_tw', to: 'en', context, signal })
    expect(answer[3]).toBe('')
    expect(answer[59]).toBe('<t59>')
    expect(received.map((got) => z.array(z.string()).parse(bodyOf(got)['text']).length)).toEqual([50, 9])
    expect(bodyOf(received[0] as Received)).toMatchObject({
      source_lang: 'ZH',
      target_lang: 'EN-US',
      context: 'A tale\nOnce',
    })
    expect(received[0]?.headers.authorization).toBe(`DeepL-Auth-Key ${key}`)
  })

  test('marks go as tags and come back as marks', async () => {
    const { url, received } = await service((got) => {
      const { text } = bodyOf(got) as { text: string[] }
      return { json: { translations: text.map((one) => ({ text: one })) } }
    })
    const engine = await engineOf('translate', 'deepl', { from: 'en', to: 'es' }, { DEEPL_URL: url, DEEPL_KEY: 'k' })
    const texts = ['⟦1⟧Tom⟦/1⟧ & <I>⟦|⟧went', 'plain']
    expect(await engine.translate({ texts, from: 'en', to: 'es', signal })).toEqual(texts)
    expect(bodyOf(received[0]!)).toMatchObject({
      tag_handling: 'xml',
      text: ['<s1>Tom</s1> &amp; &lt;I&gt;<br/>went', 'plain'],
    })
    await engine.translate({ texts: ['plain'], from: 'en', to: 'es', signal })
    expect(bodyOf(received[1]!)).not.toHaveProperty('tag_handling')
  })

  test('an answer of too few texts is never shifted onto others', async () => {
    const { url } = await service(() => ({ json: { translations: [{ text: 'one' }] } }))
    await expect(asks['deepl']?.(url)).rejects.toMatchObject({ fault: 'transient' })
  })
})

describe('a language model', () => {
  const answering = (content: object | string) => ({
    json: { choices: [{ message: { content: typeof content === 'string' ? content : JSON.stringify(content) } }] },
  })

  test('lines that it leaves out are asked for again; those that never come are none', async () => {
    const { url, received } = await service((_, before) =>
      before === 0 ? answering('Sure! ```json\n{"0":"Bonjour"}```') : answering({ 9: 'strange' }),
    )
    const engine = await engineOf('translate', 'chat', request, { OPENAI_URL: url, OPENAI_KEY: 'k' })
    const kept: string[] = []
    expect(await engine.translate({ ...request, onText: (index, text) => kept.push(`${index} ${text}`) })).toEqual([
      'Bonjour',
      '',
      null,
    ])
    expect(kept).toEqual(['0 Bonjour'])
    const user = (got: Received | undefined) => JSON.stringify(got && bodyOf(got)['messages'])
    expect(user(received[1])).not.toContain('Hello')
    expect(received[0]?.headers.authorization).toBe('Bearer k')
  })

  test('terms, lines around and bounds are told', async () => {
    const { url, received } = await service(() => answering({ 0: 'Salut', 2: 'Adieu' }))
    const engine = await engineOf('translate', 'chat', request, { OPENAI_URL: url })
    await engine.translate({
      ...request,
      glossary: [{ from: 'Bye', to: 'Adieu' }],
      context: { before: ['Earlier'], after: ['Later'] },
      maxLengths: [12, undefined, 8],
    })
    const sent = received[0]?.body.toString() ?? ''
    for (const part of ['Bye = Adieu', 'Earlier', 'Later', '0: 12, 2: 8', 'French']) expect(sent).toContain(part)
  })

  /** Asks for one line after another: how it is asked, and what comes of it. */
  const asked = async (
    answer: (shape: unknown, lines: Record<string, string>, before: number) => Reply,
    texts: string[],
  ) => {
    const shapes: string[] = []
    const { url, received } = await service((got, before) => {
      const { response_format, messages } = z
        .object({
          response_format: z.object({ type: z.string() }).optional(),
          messages: z.array(z.object({ content: z.string() })),
        })
        .parse(bodyOf(got))
      shapes.push(response_format?.type ?? 'plain')
      return answer(response_format?.type, JSON.parse(messages[1]?.content ?? '') as Record<string, string>, before)
    })
    const engine = await engineOf('translate', 'chat', request, { OPENAI_URL: url })
    return { shapes, received, result: await engine.translate({ texts, from: 'en', to: 'fr', signal }) }
  }
  const french = (lines: Record<string, string>) =>
    answering(Object.fromEntries(Object.entries(lines).map(([line, text]) => [line, `le ${text}`])))

  test('a service that knows no schema, nor JSON, is asked more plainly, and from then on so', async () => {
    const { shapes, result } = await asked(
      (shape, lines) => (shape ? { status: 400, text: `unknown response_format ${shape}` } : french(lines)),
      ['one', 'two'],
    )
    expect(shapes).toEqual(['json_schema', 'json_object', 'plain'])
    expect(result).toEqual(['le one', 'le two'])
  })

  test('one line that it does not take costs no other', async () => {
    const texts = ['a', 'b', 'poison', 'd', 'e']
    const { result } = await asked(
      (_, lines) => (Object.values(lines).includes('poison') ? { status: 400, text: 'bad' } : french(lines)),
      texts,
    )
    expect(result).toEqual(['le a', 'le b', null, 'le d', 'le e'])
  })

  test('an answer that stops in the middle is taken as far as it goes; the rest is asked for again', async () => {
    const { received, result } = await asked(
      (_, lines, before) => (before === 0 ? answering('{"0": "le a", "1": "le b", "2": "l') : french(lines)),
      ['a', 'b', 'c', 'd'],
    )
    expect(result).toEqual(['le a', 'le b', 'le c', 'le d'])
    expect(received).toHaveLength(2)
  })

  test('lines that it shifted are asked for again in halves', async () => {
    const texts = [
      'Yes.',
      'I have lived in this old house for many years.',
      'No.',
      'You came in 1999 and left the same day, they say.',
    ]
    texts.push(
      'Go!',
      'There is nothing more that I could tell you.',
      'Well?',
      'Nobody else has ever been in this place before me.',
    )
    const { received, result } = await asked((_, lines, before) => {
      const [keys, said] = [Object.keys(lines), Object.values(lines)]
      return before > 0
        ? french(lines)
        : answering(Object.fromEntries(keys.map((line, at) => [line, said[at + 1] ?? 'Fin.'])))
    }, texts)
    expect(result).toEqual(texts.map((text) => `le ${text}`))
    expect(received).toHaveLength(3)
  })

  test('busy for a while, with and without a time to come back: nothing is lost', async () => {
    const { received, result } = await asked(
      (_, lines, before) =>
        before === 0 ? { status: 429, headers: { 'retry-after': '0.2' }, text: 'slow' } : french(lines),
      ['a'],
    )
    expect([received.length, result]).toEqual([2, ['le a']])
  })

  test('garbage only is a fault of the service', async () => {
    await expect(asked(() => answering('I am a teapot'), ['a', 'b', 'c', 'd'])).rejects.toMatchObject({
      fault: 'transient',
    })
  })

  test('a refusal is about the text', async () => {
    const { url } = await service(() => ({
      json: { choices: [{ message: { content: null, refusal: 'I will not' }, finish_reason: 'stop' }] },
    }))
    await expect(asks['chat']?.(url)).rejects.toMatchObject({ fault: 'content' })
  })
})

describe('several engines', () => {
  test('the next one gets only what is open; nothing is sent twice', async () => {
    const model = await service(() => ({ json: { choices: [{ message: { content: '{"0":"Bonjour"}' } }] } }))
    const deepl = await service(() => ({ json: { translations: [{ text: 'Adieu' }] } }))
    const { registry } = await registryOf({ OPENAI_URL: model.url, DEEPL_URL: deepl.url, DEEPL_KEY: key })
    const { translations } = await translateInOrder(registry, request)
    expect(translations.map((found) => found?.text)).toEqual(['Bonjour', '', 'Adieu'])
    expect(deepl.received.map((got) => bodyOf(got)['text'])).toEqual([['Bye']])
  })

  test('one without credits is passed over; a pair that only it has fails with what it said', async () => {
    const model = await service(() => ({ status: 402, text: 'no credits' }))
    const { registry } = await registryOf({ OPENAI_URL: model.url })
    const { translations } = await translateInOrder(registry, { texts: ['Hello.'], from: 'en', to: 'es', signal })
    expect(translations[0]?.text).toMatch(/^Hola/)
    await expect(translateInOrder(registry, { texts: ['Hello.'], from: 'en', to: 'ja', signal })).rejects.toThrow(
      'chat: 402 no credits',
    )
  })
})

describe('LibreTranslate', () => {
  const list = [
    { code: 'en', targets: ['fr', 'zh-Hans'] },
    { code: 'zh-Hans', targets: ['en'] },
  ]

  test('it offers the pairs that it lists, and is spoken to in its own codes', async () => {
    const { url, received } = await service((got) =>
      got.path === '/languages' ? { json: list } : { json: { translatedText: ['Ni hao'] } },
    )
    const env = { LIBRETRANSLATE_URL: url, LIBRETRANSLATE_KEY: 'k' }
    const { reports } = await registryOf(env)
    expect(reports.find(({ name }) => name === 'libretranslate')?.serves.pairs).toEqual({
      en: ['zh_cn', 'fr'],
      zh_cn: ['en'],
    })
    const need = { from: 'en', to: 'zh_cn' } as const
    const engine = await engineOf('translate', 'libretranslate', need, env)
    expect(await engine.translate({ texts: ['Hello'], ...need, signal })).toEqual(['Ni hao'])
    expect(bodyOf(received.at(-1) as Received)).toEqual({
      ...{ q: ['Hello'], source: 'en', target: 'zh-Hans', format: 'text', api_key: 'k' },
    })
  })

  test('one that does not answer is not offered, and says so', async () => {
    const { url } = await service(() => ({ status: 500, text: '' }))
    const { reports } = await registryOf({ LIBRETRANSLATE_URL: url })
    const report = reports.find(({ name }) => name === 'libretranslate')
    expect(report).toMatchObject({ isOffered: false, isOptional: false, remedy: { params: { url } } })
  })
})

describe('voices of services', () => {
  test('an OpenAI-compatible one answers with a file', async () => {
    const { url, received } = await service(() => ({ bytes: writeWav(tone) }))
    expect(await asks['speech']?.(`${url}/v1`)).toEqual(tone)
    expect(received[0]?.path).toBe('/v1/audio/speech')
    expect(bodyOf(received[0] as Received)).toMatchObject({ input: 'Bonjour', voice: 'nova', speed: 1.1 })
  })

  test('its own voices are listed in a setting', async () => {
    const env = {
      SPEECH_URL: 'http://127.0.0.1:9',
      SPEECH_VOICES: 'af_sky female youth clear en, zf male old calm zh_cn ja',
    }
    const engine = await engineOf('tts', 'speech', { language: 'ja', voice: 'speech/zf' }, env)
    expect(engine.voices.map(({ id, languages }) => [id, languages])).toEqual([
      ['speech/af_sky', ['en']],
      ['speech/zf', ['zh_cn', 'ja']],
    ])
    await expect(registryOf({ SPEECH_VOICES: 'anna lady' })).rejects.toBeInstanceOf(ConfigError)
  })

  test('ElevenLabs: the voices of the account, sound with its own speed', async () => {
    const bytes = Buffer.from(tone.samples.buffer).toString('base64')
    const labels = { gender: 'male', age: 'young', descriptive: 'raspy' }
    const { url, received } = await service((got) =>
      got.path === '/v1/voices'
        ? { json: { voices: [{ voice_id: 'v 1', name: 'Ted', labels }] } }
        : { json: { audio_base64: bytes, alignment: null } },
    )
    const env = { ELEVENLABS_URL: url, ELEVENLABS_KEY: 'k' }
    const engine = await engineOf('tts', 'elevenlabs', { language: 'de' }, env)
    const [voice] = engine.voices
    expect(voice).toMatchObject({ id: 'elevenlabs/v 1', gender: 'male', age: 'youth', style: 'raspy' })
    if (!voice) return
    expect(await engine.speak({ text: 'Hallo', voice, language: 'de', rate: 3, signal })).toEqual(tone)
    const last = received.at(-1)
    expect(last?.path).toBe('/v1/text-to-speech/v%201/with-timestamps?output_format=pcm_16000')
    expect(last?.headers['xi-api-key']).toBe('k')
    expect(last && bodyOf(last)['voice_settings']).toEqual({ speed: 1.2 })
  })

  test('ElevenLabs: a voice is made of a recording once, known again by its name, and spoken with', async () => {
    const bytes = Buffer.from(tone.samples.buffer).toString('base64')
    const { url, received } = await service((got) => {
      if (got.path === '/v1/voices/add') return { json: { voice_id: 'c1' } }
      return { json: got.path === '/v1/voices' ? { voices: [] } : { audio_base64: bytes } }
    })
    const folder = await mkdtemp(join(tmpdir(), 'cuelane-clone-'))
    const wavPath = join(folder, 'voice.wav')
    await writeFile(wavPath, writeWav(tone))
    const env = { ELEVENLABS_URL: url, ELEVENLABS_KEY: 'k' }
    const engine = await engineOf('clone', 'elevenlabs', { language: 'de' }, env)
    const request = { language: 'de', rate: 1, reference: { wavPath, text: '' }, signal } as const
    const said = await Promise.all(['eins', 'zwei'].map((text) => engine.speak({ ...request, text })))
    expect(said).toEqual([tone, tone])
    const asked = received.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(asked.filter((path) => path === 'POST /v1/voices/add')).toHaveLength(1)
    expect(asked.filter((path) => path === 'POST /v1/text-to-speech/c1/with-timestamps')).toHaveLength(2)
    const form = received.find(({ path }) => path === '/v1/voices/add')!.body.toString('latin1')
    const [, name] = /(cuelane [0-9a-f]{24})/.exec(form) ?? []
    expect(form).toContain('filename="voice.wav"')
    const known = await service((got) =>
      got.path === '/v1/voices' ? { json: { voices: [{ voice_id: 'old', name }] } } : { json: { audio_base64: bytes } },
    )
    const again = await engineOf('clone', 'elevenlabs', { language: 'de' }, { ...env, ELEVENLABS_URL: known.url })
    await again.speak({ ...request, text: 'drei' })
    expect(known.received.at(-1)!.path).toContain('/v1/text-to-speech/old/')
    await rm(folder, { recursive: true })
  })

  test('ElevenLabs with a key that it does not know is not offered', async () => {
    const { url } = await service(() => ({ status: 401, text: 'invalid_api_key' }))
    const { reports } = await registryOf({ ELEVENLABS_URL: url, ELEVENLABS_KEY: 'k' })
    const report = reports.find(({ name, port }) => name === 'elevenlabs' && port === 'tts')
    const said: unknown = expect.stringContaining('invalid_api_key')
    expect(report).toMatchObject({ isOffered: false, remedy: { key: 'service_said', params: { said } } })
  })

  test('by a template: a file, or one inside an answer', async () => {
    const inside = { data: [{ audio: `data:audio/wav;base64,${writeWav(tone).toString('base64')}` }] }
    const { url, received } = await service((_, before) =>
      before === 0 ? { bytes: writeWav(tone) } : { json: inside },
    )
    const env = {
      HTTP_TTS_URL: url,
      HTTP_TTS_BODY: '{"say":"{{text}}!","who":{"id":"{{voice}}"},"tempo":"{{rate}}"}',
      HTTP_TTS_VOICES: 'anna female youth warm de',
      HTTP_TTS_HEADERS: '{"x-key":"k"}',
    }
    for (const path of ['', '$.data[0].audio']) {
      const engine = await engineOf('tts', 'http', { language: 'de' }, { ...env, HTTP_TTS_PATH: path })
      const [voice] = engine.voices
      if (!voice) throw new Error('no voice')
      expect(await engine.speak({ text: 'Hallo', voice, language: 'de', rate: 1.5, signal })).toEqual(tone)
    }
    expect(bodyOf(received[0] as Received)).toEqual({ say: 'Hallo!', who: { id: 'anna' }, tempo: 1.5 })
    expect(received[0]?.headers['x-key']).toBe('k')
  })
})

describe('speech to text by services', () => {
  let folder: string
  let wav: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cuelane-engines-'))
    wav = join(folder, 'a.wav')
    await writeFile(wav, writeWav(tone))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const options = { language: 'de', durationMs: 50, signal, onProgress: () => undefined } as const

  test('OpenAI-compatible: words, or the words of segments', async () => {
    const { url, received } = await service((_, before) => ({
      json:
        before === 0
          ? { words: [{ word: ' Hallo', start: 0.1, end: 0.45 }] }
          : { segments: [{ text: 'ja gut', start: 0, end: 1 }] },
    }))
    const engine = await engineOf('asr', 'whisper (network)', { language: 'de' }, { WHISPER_URL: url })
    expect(await engine.transcribe(wav, options)).toEqual([{ text: 'Hallo', start: 100, end: 450 }])
    expect(await engine.transcribe(wav, options)).toEqual([
      { text: 'ja', start: 0, end: 400 },
      { text: 'gut', start: 400, end: 1000 },
    ])
    const sent = received[0]?.body.toString('latin1') ?? ''
    for (const part of ['verbose_json', 'timestamp_granularities[]', 'RIFF', '\r\n\r\nde\r\n'])
      expect(sent).toContain(part)
  })

  test('ElevenLabs: words with speakers and how sure it is; blanks and noises are none', async () => {
    const { url } = await service((got) =>
      got.path === '/v1/voices'
        ? { json: { voices: [] } }
        : {
            json: {
              words: [
                { text: 'Hallo', type: 'word', start: 0.1, end: 0.5, speaker_id: 'speaker_0', logprob: 0 },
                { text: ' ', type: 'spacing', start: 0.5, end: 0.6 },
                { text: '(lacht)', type: 'audio_event', start: 0.6, end: 0.9 },
              ],
            },
          },
    )
    const env = { ELEVENLABS_URL: url, ELEVENLABS_KEY: 'k' }
    const engine = await engineOf('asr', 'elevenlabs', { language: 'de' }, env)
    expect(await engine.transcribe(wav, options)).toEqual([
      { text: 'Hallo', start: 100, end: 500, confidence: 1, speaker: 'speaker_0' },
    ])
  })

  test.each(['whisper (network)', 'elevenlabs'])('%s: words in a wrong shape are garbage', async (name) => {
    const { url } = await service(() => ({ json: { words: [{ word: 'x', text: 'x', type: 'word', start: 'a' }] } }))
    const env = { WHISPER_URL: url, ELEVENLABS_URL: url, ELEVENLABS_KEY: 'k' }
    const engine = await engineOf('asr', name, { language: 'de' }, env)
    await expect(engine.transcribe(wav, options)).rejects.toMatchObject({ fault: 'transient' })
  })
})

describe('templates', () => {
  test('names are filled in with their values, inside texts as text', () => {
    const values = { text: 'a "b"', n: 1.5, list: ['x', 'y'] }
    expect(fill({ a: ['{{text}}', '{{n}}', '<{{n}}>'], b: '{{list}}', c: 'l={{list}}', d: true }, values)).toEqual({
      ...{ a: ['a "b"', 1.5, '<1.5>'], b: ['x', 'y'], c: 'l=["x","y"]', d: true },
    })
  })

  test.each([
    ['$.a.b[1]', [2]],
    ['$.a.b[*]', [1, 2]],
    ['$.c[*].d', ['x', 'y']],
    ['$.none.at.all', []],
    ['$.a.constructor', []],
    ['$', [{ a: { b: [1, 2] }, c: [{ d: 'x' }, { d: 'y' }] }]],
  ])('%s', (path, found) => expect(valuesAt({ a: { b: [1, 2] }, c: [{ d: 'x' }, { d: 'y' }] }, path)).toEqual(found))
})
