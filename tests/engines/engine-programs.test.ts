import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EngineError } from '#server/engines/engine-error.ts'
import { infer } from '#server/engines/inference/host.ts'
import type { Picture } from '#server/engines/pictures.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { readWav } from '#core/media/wav.ts'
import { coverageOfModes, modesOf, wayOf } from '#server/engines/translate/apertium-modes.ts'
import { modelsSettings } from '#server/engines/models/folder.ts'
import { keptModes, provedModes } from '#server/engines/translate/proved-modes.ts'
import { inTemporaryFolder } from '#server/engines/temporary.ts'
import { knownAdapters } from '#tests/support/engines.ts'
import { writeWav } from '#tests/support/wav.ts'

/** The engines that `npm start` installs, at work. */
let engines: EngineRegistry
beforeAll(async () => {
  engines = await findEngines({}, knownAdapters)
})
const signal = new AbortController().signal

/** A picture with white text on grey. */
function pictureOf(text: string, font = 'DejaVu Sans'): Picture {
  const [width, height] = [720, 72]
  const draw = `drawtext=font=${font}:text='${text}':fontsize=40:fontcolor=white:x=20:y=12`
  const input = ['-f', 'lavfi', '-i', `color=c=0x303030:s=${width}x${height}`, '-vf', draw, '-frames:v', '1']
  const data = execFileSync('ffmpeg', ['-v', 'error', ...input, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'])
  return { width, height, channels: 3, data }
}

describe('voices', () => {
  test('at least ten of both genders and all ages, which sound different', async () => {
    const engine = engines.need('tts', { language: 'en', voice: 'espeak-ng/clara' })
    expect(engine.voices.length).toBeGreaterThanOrEqual(10)
    expect(new Set(engine.voices.map(({ age }) => age)).size).toBe(5)
    const sounds = new Set<string>()
    for (const voice of engine.voices) {
      const { samples, rate } = await engine.speak({ text: 'One day.', voice, language: 'en', rate: 1, signal })
      expect(samples.length / rate).toBeGreaterThan(0.3)
      expect(Math.max(...samples)).toBeGreaterThan(3000)
      sounds.add(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64'))
    }
    expect(sounds.size).toBe(engine.voices.length)
  })

  test('rate makes speech shorter or longer; a text may begin like an option', async () => {
    const engine = engines.need('tts', { language: 'es', voice: 'espeak-ng/clara' })
    const [voice] = engine.voices
    if (!voice) throw new Error('no voice')
    const lengthAt = async (rate: number): Promise<number> => {
      const spoken = await engine.speak({ text: '-v nunca jamás, dijo ella', voice, language: 'es', rate, signal })
      return spoken.samples.length / spoken.rate
    }
    const [slow, usual, fast] = [await lengthAt(0.8), await lengthAt(1), await lengthAt(1.3)]
    expect(slow).toBeGreaterThan(usual)
    expect(usual).toBeGreaterThan(fast)
  })

  test('a voice is asked for by its id, and only in its languages', () => {
    expect(engines.for('tts', { language: 'en', voice: 'espeak-ng/paul' })).toBeDefined()
    expect(engines.for('tts', { language: 'en', voice: 'espeak-ng/nobody' })).toBeUndefined()
  })
})

describe('text in pictures', () => {
  const chinese = 'Noto Sans CJK SC'

  test('PP-OCR reads Chinese exactly, each sign with how sure it is, and finds where it stands', async () => {
    const engine = engines.need('ocr', { language: 'zh_cn' })
    const pictures = [pictureOf('你好，世界', chinese), pictureOf('明天早上八点见', chinese)]
    const read = await engine.recognise(pictures, { language: 'zh_cn', layout: 'line', signal })
    expect(read.map((lines) => lines.map(({ text }) => text))).toEqual([['你好，世界'], ['明天早上八点见']])
    expect(read[1]?.[0]?.words.map(({ text }) => text)).toEqual([...'明天早上八点见'])
    expect(Math.min(...(read[1]?.[0]?.words.map(({ confidence }) => confidence) ?? []))).toBeGreaterThan(0.7)
    const found = await engine.detect(pictures, { signal })
    for (const [index, boxes] of found.entries()) {
      expect(boxes).toHaveLength(1)
      expect(boxes[0]?.box).toEqual(read[index]?.[0]?.box)
    }
  })

  test('PP-OCR keeps rows apart and turns what stands on its head', async () => {
    const engine = engines.need('ocr', { language: 'en' })
    const [upper, lower] = [pictureOf('First of two'), pictureOf('Second of two')]
    const both: Picture = { ...upper, height: 144, data: Buffer.concat([upper.data, lower.data]) }
    const read = await engine.recognise([both], { language: 'en', layout: 'block', signal })
    expect(read[0]?.map(({ text }) => text)).toEqual(['First of two', 'Second of two'])
    const pixels = Buffer.from(both.data)
    const turned = { ...both, data: new Uint8Array(pixels.length) }
    for (let at = 0; at < pixels.length; at += 3) turned.data.set(pixels.subarray(at, at + 3), pixels.length - 3 - at)
    const again = await engine.recognise([turned], { language: 'en', layout: 'anywhere', signal })
    expect(again[0]?.map(({ text }) => text)).toEqual(['Second of two', 'First of two'])
  })

  test('lines with words and how sure the engine is of them', async () => {
    const pictures = [pictureOf('Where were you'), pictureOf('The last train')]
    const engine = engines.inOrder('ocr', { language: 'en' }).find(({ name }) => name === 'tesseract')?.engine
    const read = await engine?.recognise(pictures, { language: 'en', layout: 'line', signal })
    expect(read?.map((lines) => lines.map(({ text }) => text))).toEqual([['Where were you'], ['The last train']])
    const [line] = read?.[0] ?? []
    expect(line?.words.map(({ text }) => text)).toEqual(['Where', 'were', 'you'])
    expect(line?.confidence).toBeGreaterThan(0.8)
    expect(line?.box.x).toBeGreaterThan(10)
    expect(await engine?.recognise([], { language: 'en', layout: 'line', signal })).toEqual([])
  })

  test('a picture without text has no lines', async () => {
    const blank: Picture = { width: 64, height: 32, channels: 1, data: new Uint8Array(64 * 32) }
    const engine = engines.need('ocr', { language: 'en' })
    expect(await engine.recognise([blank], { language: 'en', layout: 'anywhere', signal })).toEqual([[]])
    expect(await engine.detect([blank], { signal })).toEqual([[]])
  })
})

describe('speech in sound', () => {
  /** 16 kHz sound of a graph of ffmpeg. */
  const soundOf = (graph: string): Int16Array => {
    const raw = execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', graph, '-ar', '16000', '-f', 's16le', '-'])
    return new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2)
  }
  const silence = new Int16Array(16_000 * 2)

  test('it is found to a tenth of a second, in pieces of any length, and not in silence, noise or tones', async () => {
    const engine = engines.need('vad', {})
    const spoken = soundOf("flite=text='The train to the coast leaves at seven in the morning':voice=slt")
    const whole = [silence, spoken, silence, silence]
    const length = (spoken.length / 16_000) * 1000
    const spans = await engine.speech(whole, { signal })
    expect(spans[0]?.start).toBeGreaterThan(1800)
    expect(spans[0]?.start).toBeLessThan(2250)
    expect(spans.at(-1)?.end).toBeGreaterThan(1800 + length - 350)
    expect(spans.at(-1)?.end).toBeLessThan(2150 + length)
    const joined = Int16Array.from(whole.flatMap((part) => [...part]))
    const small = Array.from({ length: Math.ceil(joined.length / 777) }, (_, n) =>
      joined.subarray(n * 777, n * 777 + 777),
    )
    expect(await engine.speech(small, { signal })).toEqual(spans)
    for (const graph of ['anoisesrc=d=4:a=0.1', 'sine=f=440:d=4', 'anullsrc=d=4:r=16000'])
      expect(await engine.speech([soundOf(graph).subarray(0, 64_000)], { signal })).toEqual([])
    expect(await engine.speech([], { signal })).toEqual([])
  })

  test('a stop is heard between two pieces', async () => {
    const stop = new AbortController()
    const engine = engines.need('vad', {})
    const pieces = function* () {
      yield new Int16Array(16_000 * 31)
      stop.abort(new Error('stopped'))
      yield new Int16Array(16_000 * 31)
    }
    await expect(engine.speech(pieces(), { signal: stop.signal })).rejects.toThrow('stopped')
  })
})

test('a model whose process ends or whose file is gone is a fault of the engine, and the next question works', async () => {
  const picture = pictureOf('Still here')
  const files = { detection: '/none.onnx', recognition: '', direction: '', signs: '' }
  await expect(infer('tried', 'findText', { pictures: [picture], files }, signal)).rejects.toBeInstanceOf(EngineError)
  const engine = engines.need('ocr', { language: 'en' })
  expect((await engine.detect([picture], { signal }))[0]).toHaveLength(1)
})

test('a WAV file is read as it was written; of two channels the mean; garbage is none', () => {
  const sound = { samples: Int16Array.of(1, -2, 32767, -32768), rate: 16_000 }
  expect(readWav(writeWav(sound))).toEqual(sound)
  const stereo = writeWav(sound)
  stereo.writeUInt16LE(2, 22)
  expect(readWav(stereo)).toEqual({ samples: Int16Array.of(-0, -0), rate: 16_000 })
  expect(readWav(Buffer.from('RIFF'))).toBeUndefined()
  expect(readWav(Buffer.alloc(100))).toBeUndefined()
})

test('a WAV file that broke off is none; of one whose length nobody knew, all that is there', () => {
  const sound = { samples: Int16Array.of(1, -2, 3, -4), rate: 16_000 }
  const whole = writeWav(sound)
  expect(readWav(whole.subarray(0, whole.length - 4))).toBeUndefined()
  for (const length of [0xffffffff, 0x7ffff000]) {
    whole.writeUInt32LE(length, 40)
    expect(readWav(whole)).toEqual(sound)
  }
})

const plain: Partial<Record<LanguageCode, string>> = {
  en: 'I see the house again.',
  es: 'Veo la casa otra vez.',
  ru: 'Я вижу дом еще раз.',
  uk: 'Я бачу дім ще раз.',
}

/** Pairs in one step with a sentence here, and the modes that do not work. */
async function provedPairs() {
  const { usable, broken } = await provedModes(modelsSettings.MODELS_DIR.parse(undefined))
  const isOurs = (code: string | undefined): code is LanguageCode => languageCodes.some((one) => one === code)
  const proved = [...usable.keys()].flatMap((pair) => {
    const [from, to] = pair.split(' ')
    return isOurs(from) && isOurs(to) && plain[from] ? [[from, to] as const] : []
  })
  return { proved, broken }
}

test('which pairs translate is kept until the packages change, and only where each answered', async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, 'models', 'pairs.json')
    let runs = 0
    const found = (isSure: boolean) => () => Promise.resolve({ broken: [`mode-${++runs}`], isSure })
    expect((await keptModes(path, found(false))).broken).toEqual(['mode-1'])
    expect((await keptModes(path, found(true))).broken).toEqual(['mode-2'])
    expect((await keptModes(path, found(true))).broken).toEqual(['mode-2'])
    const kept = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...kept, of: 'other packages' }))
    expect((await keptModes(path, found(true))).broken).toEqual(['mode-3'])
    await writeFile(path, '{')
    expect((await keptModes(path, found(true))).broken).toEqual(['mode-4'])
  })
})

describe('translation in steps', () => {
  const modes = modesOf([
    'eng-spa.mode',
    'es-fr.mode',
    'spa-cat.mode',
    'es-pt_BR.mode',
    'eco-es-fr.mode',
    'cat-ita.mode',
  ])

  test('what has no pair goes through another language, one at most; variants are no pairs', () => {
    expect(wayOf(modes, 'en', 'es')).toEqual({ modes: ['eng-spa'] })
    expect(wayOf(modes, 'en', 'fr')).toEqual({ modes: ['eng-spa', 'es-fr'], through: 'es' })
    expect(wayOf(modes, 'es', 'it')).toEqual({ modes: ['spa-cat', 'cat-ita'], through: 'ca' })
    expect(wayOf(modes, 'en', 'it')).toEqual({ modes: [] })
    expect(wayOf(modes, 'es', 'pt')).toEqual({ modes: [] })
    expect(coverageOfModes(modes)).toEqual({
      pairs: { en: ['es', 'fr'], es: ['fr', 'it'] },
      through: { en: { fr: 'es' }, es: { it: 'ca' } },
    })
  })

  test('English to French through Spanish, line by line', async () => {
    const engine = engines.need('translate', { from: 'en', to: 'fr' })
    const texts = ['The house is big.', '', 'He has a red car.']
    const [first, blank, third] = await engine.translate({ texts, from: 'en', to: 'fr', signal })
    expect(first).toMatch(/maison/i)
    expect(blank).toBe('')
    expect(third).toMatch(/voiture/i)
    expect(third).toMatch(/\.$/)
  })

  test('no pair is offered that does not translate a sentence, and the report names those that are not', async () => {
    const { proved, broken } = await provedPairs()
    for (const [from, to] of proved) {
      const answers = await engines
        .need('translate', { from, to })
        .translate({ texts: [plain[from] ?? ''], from, to, signal })
      expect(answers[0], `${from}-${to}`).toBeTruthy()
    }
    const report = engines.reports.find(({ name }) => name === 'apertium')
    expect(report?.problem?.params?.['pairs'] ?? '').toBe(broken.join(', '))
  })

  const rough = async (to: 'es' | 'fr', ...texts: string[]) => {
    const engine = engines.need('translate', { from: 'en', to })
    const answers = await engine.translate({ texts, from: 'en', to, signal })
    return answers.map((answer) => (typeof answer === 'string' ? { text: answer, unknown: [], lost: [] } : answer))
  }

  test('a word that it does not know stays and is told, without its star; a star of the text stays', async () => {
    const [line] = await rough('es', 'It was an afterthought, and the worksheet* is red.')
    expect(line?.unknown).toEqual(['afterthought', 'worksheet'])
    expect(line?.text).toMatch(/ afterthought, .* worksheet\* es rojo\.$/)
  })

  test('a lost verb is tried in other words, and told where it stays lost', async () => {
    const [tried, left] = await rough('es', "I can't believe you did that.", 'Yeah, I do. He will. I know he did.')
    expect(tried).toMatchObject({ lost: [], text: expect.stringContaining('hiciste') })
    expect(left?.text).not.toMatch(/yeah| {2}/i)
  })

  test('money, times and addresses come through two steps as they are; no word of the language in between stays', async () => {
    const [money, address, third] = await rough(
      'fr',
      'It cost $1,250.50 at 7:45 p.m.',
      'Visit https://www.example.com/a?b=c&d=e now!',
      'Students waste their brilliance on an octagon.',
    )
    expect(money?.text).toContain('$1\u202f250,50')
    expect(money?.text).toContain('7:45 p.m.')
    expect(address?.text).toContain('https://www.example.com/a?b=c&d=e')
    expect(third?.unknown).toEqual(expect.arrayContaining(['students', 'octagon']))
    expect(third?.text).not.toMatch(/alumnado|octágono/)
  })
})

test('recorded voices speak English, Italian and Czech, faster where asked', async () => {
  for (const language of ['en', 'it', 'cs'] as const) {
    const recorded = engines.inOrder('tts', { language }).filter(({ name }) => name !== 'espeak-ng')
    const [voice] = recorded.flatMap(({ engine }) =>
      engine.voices.filter(({ languages }) => languages.includes(language)),
    )
    const engine = recorded.find(({ name }) => name === voice?.engine)?.engine
    if (!voice || !engine) throw new Error(`no recorded voice for ${language}`)
    const secondsAt = async (rate: number): Promise<number> => {
      const { samples, rate: perSecond } = await engine.speak({ text: voice.sample, voice, language, rate, signal })
      return samples.length / perSecond
    }
    const usual = await secondsAt(1)
    expect(usual).toBeGreaterThan(1)
    expect(await secondsAt(1.4)).toBeLessThan(usual * 0.85)
  }
})
