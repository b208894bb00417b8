import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { elevenLabsAccount, elevenLabsSettings, type ElevenLabsSettings } from '../elevenlabs.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { callService, callServiceForBytes } from '../service.ts'
import { elevenLabsLanguages, speakByElevenLabs } from '../tts/elevenlabs.ts'
import type { CloneEngine, CloneRequest } from './engine.ts'

const NAME = 'elevenlabs'
const VERSION = 'elevenlabs-clone-1'
/** A cloned voice unused for this long is deleted from the account, which holds few. */
const IDLE_MS = 600_000

const madeSchema = z.object({ voice_id: z.string().min(1) })
const listSchema = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string() })) })

interface Held {
  readonly id: Promise<string>
  timer: NodeJS.Timeout | undefined
}

/** Voices of the account by recording: each is made once and found again by its name. */
class ClonedVoices implements CloneEngine {
  readonly version: string
  private readonly config: ElevenLabsSettings
  private readonly held = new Map<string, Held>()

  constructor(config: ElevenLabsSettings) {
    this.config = config
    this.version = `${VERSION}/${config.voiceModel}`
  }

  async speak({ text, rate, reference, signal }: CloneRequest) {
    const bytes = await readFile(reference.wavPath)
    const name = `cuelane ${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}`
    let voice = this.held.get(name)
    if (!voice) {
      voice = { id: this.find(name, bytes, signal), timer: undefined }
      this.held.set(name, voice)
      voice.id.catch(() => this.held.delete(name))
    }
    clearTimeout(voice.timer)
    const voiceId = await voice.id
    try {
      return await speakByElevenLabs(this.config, { text, rate, voiceId, signal })
    } finally {
      clearTimeout(voice.timer)
      voice.timer = setTimeout(() => void this.remove(name, voiceId), IDLE_MS)
      voice.timer.unref()
    }
  }

  private async find(name: string, bytes: Buffer, signal: AbortSignal): Promise<string> {
    const call = { engine: NAME, signal, ...elevenLabsAccount(this.config) }
    const url = `${this.config.url}/v1/voices`
    const { voices } = await callService({ ...call, url, method: 'GET' }, listSchema)
    const known = voices.find((voice) => voice.name === name)
    if (known) return known.voice_id
    const body = new FormData()
    body.set('name', name)
    body.set('files', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), 'voice.wav')
    return (await callService({ ...call, url: `${url}/add`, body }, madeSchema)).voice_id
  }

  private async remove(name: string, id: string): Promise<void> {
    this.held.delete(name)
    const call = { engine: NAME, signal: AbortSignal.timeout(60_000), ...elevenLabsAccount(this.config) }
    const url = `${this.config.url}/v1/voices/${encodeURIComponent(id)}`
    // A kept voice is found by its name the next time.
    await callServiceForBytes({ ...call, url, method: 'DELETE' }).catch(() => undefined)
  }
}

/** Cloned voices by ElevenLabs. */
export const adapter = defineEngine({
  port: 'clone',
  name: NAME,
  label: 'ElevenLabs',
  settings: elevenLabsSettings,
  async probe({ key, voiceModel }) {
    const abilities = { concurrency: 3, priceUnit: 'character' } as const
    if (key) return { serves: { languages: elevenLabsLanguages, abilities }, detail: voiceModel }
    return lacksSetting('ELEVENLABS_KEY')
  },
  open: (config) => new ClonedVoices(config),
})
