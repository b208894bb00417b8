import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { dubLines } from '#core/speech/dub-lines.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { stored } from '#src/ui/stored.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'

/** The voice of takes by language, stored in this browser. */
const voiceSetting = stored('cuelane-take-voices', z.record(z.string(), z.string()), {})

/** Number of requests, of some seconds each, after which no worker is taking the task. */
const ASKINGS = 8

export type TakeVoice = DataOf<'listVoices'>['list'][number]

/** Speech of a line in a voice. */
interface Take {
  readonly url: string
  readonly ms: number
}

/** State of takes that the page shows. */
interface TakeCells {
  /** Voices of the version's language; undefined until they are loaded. */
  voices: readonly TakeVoice[] | undefined
  voice: string
  /** The cue that is being spoken by the server. */
  asked: string | undefined
  /** The cue whose take plays. */
  playing: string | undefined
}

/** Lines that the user has heard in a voice, while the editor is open. */
export class Takes {
  readonly cells = proxy<TakeCells>({ voices: undefined, voice: '', asked: undefined, playing: undefined })
  private readonly editor: Editor
  private readonly known = new Map<string, Take>()
  /** Keys of orders, so that the user pays once. */
  private readonly orders = new Map<string, string>()
  private readonly listeners = new Set<() => void>()
  private sound: HTMLAudioElement | undefined

  constructor(editor: Editor) {
    this.editor = editor
  }

  /** Calls the listener when a take arrives or another voice is chosen. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Duration of a spoken text in milliseconds, if it was heard in the chosen voice. */
  readonly lengthOf = (cueId: string, text: string): number | undefined => this.known.get(this.keyOf(cueId, text))?.ms

  choose(voice: string): void {
    this.cells.voice = voice
    voiceSetting.set({ ...voiceSetting.get(), [this.language]: voice })
    this.changed()
  }

  /** Loads the voices, once. */
  async load(): Promise<void> {
    if (this.cells.voices) return
    try {
      const { list } = await call('listVoices', { language: this.language })
      this.cells.voices = ref(list)
      const kept = voiceSetting.get()[this.language]
      this.cells.voice = (list.find(({ voice_id }) => voice_id === kept) ?? list[0])?.voice_id ?? ''
    } catch (error) {
      notifyFailure(error)
    }
  }

  /** Plays a line in the chosen voice, which the server speaks first if it is new; stops what plays. */
  async hear(cue: Cue): Promise<void> {
    const { cells, editor } = this
    const wasPlaying = cells.playing
    this.stop()
    if (wasPlaying === cue.id || cells.asked !== undefined) return
    if (!editor.library) return editor.say('takes_need_library')
    if (!editor.library.isOwn) return editor.session.refuse('read_only')
    const roles = new Map(editor.roles.map(({ folder_role_id, role_name }) => [folder_role_id, role_name]))
    const [line] = dubLines([cue], true, { roles })
    if (!line) return editor.say('nothing_to_speak')
    await this.load()
    if (cells.voice === '') return editor.say('no_voice')
    cells.asked = cue.id
    try {
      const take = this.known.get(this.keyOf(cue.id, line.text)) ?? (await this.order(cue.id, line.text))
      if (!take) return editor.say('take_late')
      this.play(cue.id, take.url)
    } catch (error) {
      notifyFailure(error)
    } finally {
      cells.asked = undefined
    }
  }

  /** Stops what plays. */
  stop(): void {
    this.sound?.pause()
    this.sound = undefined
    this.cells.playing = undefined
  }

  private play(cueId: string, url: string): void {
    const sound = new Audio(url)
    this.editor.playhead.pause()
    this.sound = sound
    this.cells.playing = cueId
    sound.addEventListener('ended', () => this.sound === sound && this.stop())
    sound.play().catch((error: unknown) => {
      if (this.sound !== sound) return
      this.stop()
      notifyFailure(error)
    })
  }

  /** Has a saved line spoken; undefined if no worker takes it in time. Rejects with a CallFailed. */
  private async order(cueId: string, text: string): Promise<Take | undefined> {
    const { editor, cells } = this
    const { library } = editor
    if (!library) return undefined
    // The server speaks the text that it has.
    await editor.save.flush()
    const key = this.keyOf(cueId, text)
    const idempotency_key = this.orders.get(key) ?? idempotencyKey()
    this.orders.set(key, idempotency_key)
    const input = { file_id: library.fileId, cue_id: cueId, voice: cells.voice, idempotency_key }
    try {
      for (let asking = 1; asking <= ASKINGS; asking++) {
        const { take } = await call('runLineSpeech', input)
        if (!take) continue
        const made = { url: take.sound_url, ms: take.duration_ms }
        this.known.set(key, made)
        this.changed()
        return made
      }
      return undefined
    } catch (error) {
      if (error instanceof CallFailed && !error.isOffline) this.orders.delete(key)
      throw error
    }
  }

  private get language(): LanguageCode {
    const { language } = this.editor.media
    return isLanguageCode(language) ? language : 'en'
  }

  private keyOf(cueId: string, text: string): string {
    return JSON.stringify([cueId, text, this.cells.voice])
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }
}

/** Takes in an editor. */
export const takesOf = perEditor((editor) => new Takes(editor))
