import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { type LineVoice, usualLineVoice } from '#core/domain/line-voice.ts'
import { dubLines } from '#core/speech/dub-lines.ts'
import { pronouncerOf } from '#core/speech/pronunciation.ts'
import { chosenTake, isStale, type LineNow, lineNow } from '#core/speech/takes.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { stored } from '#src/ui/stored.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import { KeptTakes, type KeptTake } from './kept-takes.ts'

/** The voice of takes by language, stored in this browser. */
const voiceSetting = stored('cuelane-take-voices', z.record(z.string(), z.string()), {})

/** Number of requests, of some seconds each, after which no worker is taking the task. */
const ASKINGS = 8

export type TakeVoice = DataOf<'listVoices'>['list'][number]

/** A take of a line, and what of it is shown. */
export interface ShownTake extends KeptTake {
  readonly isStale: boolean
  /** Whether the dub would use it. */
  readonly isChosen: boolean
}

/** State of takes that the page shows. */
interface TakeCells {
  /** Voices of the version's language; undefined until they are loaded. */
  voices: readonly TakeVoice[] | undefined
  /** Of lines without one of their own. */
  voice: string
  /** The cue that is being spoken by the server. */
  asked: string | undefined
  /** The take that plays, by its id. */
  playing: string | undefined
  /** Counts changes of takes, voices and pronunciations. */
  version: number
}

/** Takes of a version’s lines before a dub, and how lines are spoken. */
export class Takes {
  readonly cells = proxy<TakeCells>({
    ...{ voices: undefined, voice: '', asked: undefined, playing: undefined },
    version: 0,
  })
  private readonly editor: Editor
  private readonly kept: KeptTakes | undefined
  /** Keys of orders, so that the user pays once. */
  private readonly orders = new Map<string, string>()
  private readonly listeners = new Set<() => void>()
  private sound: HTMLAudioElement | undefined
  private pronounce: (text: string, voice: string) => string = (text) => text

  constructor(editor: Editor) {
    this.editor = editor
    this.kept = editor.library && new KeptTakes(editor.library.fileId, () => this.changed())
  }

  /** Calls the listener when a take arrives, or a line is to be spoken otherwise. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Reads takes and voices and follows them; returns a function that ends that. */
  follow(): () => void {
    void this.load()
    return this.kept?.start() ?? (() => undefined)
  }

  /** The take that the dub would use for a line, if it has one. */
  readonly takeOf = (cueId: string, text: string): Pick<KeptTake, 'url' | 'ms'> | undefined =>
    chosenTake(this.kept?.of(cueId) ?? [], this.nowOf(cueId, text))

  /** Its duration in milliseconds. */
  readonly lengthOf = (cueId: string, text: string): number | undefined => this.takeOf(cueId, text)?.ms

  /** How a line is spoken: its words in its voice, and the speed. */
  readonly wayOf = (cueId: string, text: string): { text: string; speed: number } => {
    const { said, voice, speed } = this.nowOf(cueId, text)
    return { text: said(voice), speed }
  }

  /** Takes of a line, newest first. */
  listOf(cue: Cue): ShownTake[] {
    const takes = this.kept?.of(cue.id) ?? []
    if (takes.length === 0) return []
    const now = this.nowOf(cue.id, this.textOf(cue) ?? '')
    const chosen = chosenTake(takes, now)
    return takes.map((take) => ({ ...take, isStale: isStale(take, now), isChosen: take === chosen }))
  }

  /** A line's own voice and manner, the usual one if it has none. */
  voiceOf(cueId: string): LineVoice {
    return this.kept?.voiceOf(cueId) ?? usualLineVoice
  }

  /** The voice that speaks a line; undefined until the voices are loaded, or if it is gone. */
  spokenBy(cueId: string): TakeVoice | undefined {
    const id = this.voiceOf(cueId).voice || this.cells.voice
    return this.cells.voices?.find(({ voice_id }) => voice_id === id)
  }

  /** Whether the user may change how lines are spoken. */
  get mayChange(): boolean {
    return this.kept !== undefined && !this.editor.session.isReadOnly
  }

  /** Chooses the voice of all lines without one of their own. */
  choose(voice: string): void {
    this.cells.voice = voice
    voiceSetting.set({ ...voiceSetting.get(), [this.language]: voice })
    this.changed()
  }

  /** Changes how one line is spoken. */
  async setVoice(cueId: string, change: Partial<LineVoice>): Promise<void> {
    if (!this.mayChange) return this.editor.session.refuse('read_only')
    await this.kept?.setVoice(cueId, { ...this.voiceOf(cueId), ...change }).catch(notifyFailure)
  }

  /** Loads the voices, once. */
  async load(): Promise<void> {
    if (this.cells.voices) return
    try {
      const { list } = await call('listVoices', { language: this.language })
      this.cells.voices = ref(list)
      const before = voiceSetting.get()[this.language]
      this.cells.voice = (list.find(({ voice_id }) => voice_id === before) ?? list[0])?.voice_id ?? ''
      this.changed()
    } catch (error) {
      notifyFailure(error)
    }
  }

  /** Plays a line as a dub would speak it, which the server speaks first if it is new; stops what plays. */
  async hear(cue: Cue): Promise<void> {
    const { cells, editor, kept } = this
    const was = cells.playing
    this.stop()
    if (!kept || !editor.library) return editor.say('takes_need_library')
    if (cells.asked !== undefined) return
    const text = this.textOf(cue)
    if (text === undefined) return editor.say('nothing_to_speak')
    await this.load()
    const now = this.nowOf(cue.id, text)
    if (now.voice === '') return editor.say('no_voice')
    const known = kept.of(cue.id).find((take) => !isStale(take, now))
    if (known) return known.takeId === was ? undefined : this.play(known)
    if (!editor.library.isOwn) return editor.say('takes_of_owner')
    await this.order(cue, now)
  }

  /** Plays a take, or stops it. */
  playOrStop(take: KeptTake): void {
    const was = this.cells.playing
    this.stop()
    if (was !== take.takeId) this.play(take)
  }

  async star(cue: Cue, take: KeptTake): Promise<void> {
    if (!this.mayChange) return this.editor.session.refuse('read_only')
    await this.kept?.star(cue.id, take).catch(notifyFailure)
  }

  /** Gives a line the text, the voice and the manner of a take. */
  async restore(cue: Cue, { text, voice, speed, pitch, gap }: KeptTake): Promise<void> {
    const { session } = this.editor
    if (!this.mayChange) return session.refuse('read_only')
    if (text !== cue.text) session.edit('step_text', replacePatch(session.list, [{ ...cue, text }]))
    await this.setVoice(cue.id, { voice: voice === this.cells.voice ? '' : voice, speed, pitch, gap })
  }

  /** Stops what plays. */
  stop(): void {
    this.sound?.pause()
    this.sound = undefined
    this.cells.playing = undefined
  }

  /** Reads the folder's pronunciations again. */
  async readAgain(cueId: string): Promise<void> {
    await this.kept?.readLine(cueId).catch(notifyFailure)
  }

  private play({ takeId, url }: KeptTake): void {
    const sound = new Audio(url)
    this.editor.playhead.pause()
    this.sound = sound
    this.cells.playing = takeId
    sound.addEventListener('ended', () => this.sound === sound && this.stop())
    sound.play().catch((error: unknown) => {
      if (this.sound !== sound) return
      this.stop()
      notifyFailure(error)
    })
  }

  /** Has a saved line spoken, and plays it. */
  private async order({ id }: Cue, now: LineNow): Promise<void> {
    const { cells, editor } = this
    cells.asked = id
    const key = JSON.stringify([id, now, now.said(now.voice)])
    try {
      // The server speaks the text that it has.
      await editor.save.flush()
      const idempotency_key = this.orders.get(key) ?? idempotencyKey()
      this.orders.set(key, idempotency_key)
      const { voice, speed, pitch, gap } = now
      const how = { voice, speed, pitch, gap }
      const taskId = await this.ask({ file_id: editor.library?.fileId ?? '', cue_id: id, ...how, idempotency_key })
      if (taskId === undefined) return editor.say('take_late')
      await this.kept?.readLine(id)
      // A further order of the same line is a new take.
      this.orders.delete(key)
      const made = this.kept?.of(id).find(({ takeId }) => takeId === taskId)
      if (made) this.play(made)
    } catch (error) {
      if (error instanceof CallFailed && !error.isOffline) this.orders.delete(key)
      notifyFailure(error)
    } finally {
      cells.asked = undefined
    }
  }

  /** The task of a take; undefined if no worker makes it in time. */
  private async ask(input: Parameters<typeof call<'runLineSpeech'>>[1]): Promise<string | undefined> {
    for (let asking = 1; asking <= ASKINGS; asking++) {
      const { take, task_id } = await call('runLineSpeech', input)
      if (take) return task_id
    }
    return undefined
  }

  private textOf(cue: Cue): string | undefined {
    const roles = new Map(this.editor.roles.map(({ folder_role_id, role_name }) => [folder_role_id, role_name]))
    return dubLines([cue], true, { roles })[0]?.text
  }

  private nowOf(cueId: string, text: string): LineNow {
    return lineNow(this.kept?.voiceOf(cueId), this.cells.voice, (voice) => this.pronounce(text, voice))
  }

  private get language(): LanguageCode {
    const { language } = this.editor.media
    return isLanguageCode(language) ? language : 'en'
  }

  private changed(): void {
    const phonemes = new Set(this.cells.voices?.flatMap(({ voice_id, manner }) => (manner.phonemes ? voice_id : [])))
    this.pronounce = pronouncerOf(this.kept?.pronunciations ?? [], this.language, (voice) => phonemes.has(voice))
    this.cells.version += 1
    for (const listener of this.listeners) listener()
  }
}

/** Takes in an editor. */
export const takesOf = perEditor((editor) => new Takes(editor))
