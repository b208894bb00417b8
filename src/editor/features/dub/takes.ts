import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { type LineVoice, usualLineVoice } from '#core/domain/line-voice.ts'
import { type SaidLine } from '#core/speech/dub-draft.ts'
import { dubLines } from '#core/speech/dub-lines.ts'
import { pronouncerOf } from '#core/speech/pronunciation.ts'
import { chosenTake, isStale, type LineNow, lineNow, RECORDED_VOICE } from '#core/speech/takes.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
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
  /** Of lines without one of their own or of their speaker. */
  voice: string
  /** The cue that is being spoken by the server, and the voice. */
  asked: string | undefined
  askedVoice: string
  /** The take that plays, by its id. */
  playing: string | undefined
  /** Counts changes of takes, voices and pronunciations. */
  version: number
}

/** Takes of a version’s lines before a dub, and how lines are spoken. */
export class Takes {
  readonly cells = proxy<TakeCells>({
    ...{ voices: undefined, voice: '', asked: undefined, askedVoice: '', playing: undefined },
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
    const ends = [this.kept?.start(), this.editor.library?.subscribe(() => this.changed())]
    return () => {
      for (const end of ends) end?.()
    }
  }

  /** The take that the dub would use for a line, if it has one. */
  readonly takeOf = (line: SaidLine): Pick<KeptTake, 'url' | 'ms'> | undefined =>
    chosenTake(this.kept?.of(line.cueId) ?? [], this.nowOf(line))

  /** Its duration in milliseconds. */
  readonly lengthOf = (line: SaidLine): number | undefined => this.takeOf(line)?.ms

  /** How a line is spoken: its words in its voice, and the speed. */
  readonly wayOf = (line: SaidLine): { text: string; speed: number } => {
    const { said, voice, speed } = this.nowOf(line)
    return { text: said(voice), speed }
  }

  /** Takes of a line, newest first. */
  listOf(cue: Cue): ShownTake[] {
    const takes = this.kept?.of(cue.id) ?? []
    if (takes.length === 0) return []
    const now = this.nowOf(this.lineOf(cue) ?? { cueId: cue.id, speaker: '', text: '' })
    const chosen = chosenTake(takes, now)
    return takes.map((take) => ({ ...take, isStale: isStale(take, now), isChosen: take === chosen }))
  }

  /** The newest take of a line as it is now, in a voice. */
  takeIn(cue: Cue, voice: string): KeptTake | undefined {
    const line = this.lineOf(cue)
    const now = line && { ...this.nowOf(line), voice }
    return now && this.kept?.of(cue.id).find((take) => take.voice === voice && !isStale(take, now))
  }

  /** A line's own voice and manner, the usual one if it has none. */
  voiceOf(cueId: string): LineVoice {
    return this.kept?.voiceOf(cueId) ?? usualLineVoice
  }

  /** What is spoken of a line; undefined if nothing is. */
  wordsOf(cue: Cue): string | undefined {
    return this.lineOf(cue)?.text
  }

  /** The voice that speaks a line; undefined until the voices are loaded, or if it is gone. */
  spokenBy(cue: Cue): TakeVoice | undefined {
    const id = this.voiceOf(cue.id).voice || this.dubVoiceOf(cue)
    return this.cells.voices?.find(({ voice_id }) => voice_id === id)
  }

  /** The voice of a line's speaker, else the one of all lines. */
  dubVoiceOf(cue: Cue): string {
    return this.castVoice(this.lineOf(cue)?.speaker ?? '') || this.cells.voice
  }

  /** Whether some speakers of the folder have voices of their own in the version's language. */
  get hasCast(): boolean {
    return this.editor.roles.some(({ folder_role_id }) => this.castVoice(folder_role_id) !== '')
  }

  /** Chooses the voice of a speaker for all dubs of the folder in the version's language. */
  async cast(folder_role_id: string, voice: string): Promise<void> {
    if (!this.mayChange) return this.editor.session.refuse('read_only')
    const folder_id = this.editor.library?.data().video.folder_id ?? ''
    try {
      await call('setVoices', { folder_id, language: this.language, voices: [{ folder_role_id, voice }] })
      await refresh('listRoles')
    } catch (error) {
      notifyFailure(error)
    }
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

  /** Plays a line as a dub would speak it, or in another voice; the server speaks it first if it is new. Stops what plays. */
  async hear(cue: Cue, voice?: string): Promise<void> {
    const { cells, editor, kept } = this
    const was = cells.playing
    this.stop()
    if (!kept || !editor.library) return editor.say('takes_need_library')
    if (cells.asked !== undefined) return
    const line = this.lineOf(cue)
    if (!line) return editor.say('nothing_to_speak')
    await this.load()
    const now = { ...this.nowOf(line), ...(voice !== undefined && { voice }) }
    if (now.voice === '') return editor.say('no_voice')
    const known = kept.of(cue.id).find((take) => take.voice !== RECORDED_VOICE && !isStale(take, now))
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
    if (voice === RECORDED_VOICE) return
    await this.setVoice(cue.id, { voice: voice === this.dubVoiceOf(cue) ? '' : voice, speed, pitch, gap })
  }

  /** Stops what plays. */
  stop(): void {
    this.sound?.pause()
    this.sound = undefined
    this.cells.playing = undefined
  }

  /** Reads a line’s takes and the folder's pronunciations again. */
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
    cells.askedVoice = now.voice
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

  /** What is spoken of a cue. */
  private lineOf(cue: Cue): SaidLine | undefined {
    const roles = new Map(this.editor.roles.map(({ folder_role_id, role_name }) => [folder_role_id, role_name]))
    return dubLines([cue], true, { roles })[0]
  }

  private nowOf({ cueId, speaker, text }: SaidLine): LineNow {
    const dubVoice = this.castVoice(speaker) || this.cells.voice
    return lineNow(this.kept?.voiceOf(cueId), dubVoice, (voice) => this.pronounce(text, voice))
  }

  /** A speaker's voice in the version's language; empty without one that still exists. */
  private castVoice(speaker: string): string {
    const voice = this.editor.roles.find((role) => role.folder_role_id === speaker)?.voices[this.language]
    return this.cells.voices?.find(({ voice_id }) => voice_id === voice)?.voice_id ?? ''
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
