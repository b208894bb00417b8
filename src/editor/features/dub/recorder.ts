import { proxy, ref } from 'valtio'
import { wavOfFloats } from '#core/media/wav.ts'
import { recordingLimits } from '#core/domain/recording-limits.ts'
import { type BandWord, bandWords, cutPassage, lineRecording, type Recording } from '#core/speech/recording.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { CallFailed, idempotencyKey } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import { takesOf } from './takes.ts'
import { correctionOf, keepCorrection, MicFailed, Microphone } from './microphone.ts'
import { keepWaiting, send, type Waiting, waitingOf } from './outbox.ts'

/** Beats of the countdown, and the time between them. */
export const BEATS = 3
const BEAT_MS = 700
const PRE_ROLL_MS = BEATS * BEAT_MS
/** Speech may begin a little early, and end a little late. */
const LEAD_MS = 400
const TAIL_MS = 1000

/** What came of the last recording of a line. */
export type LineVerdict = 'record_empty' | 'record_clipped' | 'record_waiting'

interface RecorderCells {
  phase: 'off' | 'asking' | 'counting' | 'recording' | 'keeping'
  /** The number that is counted, from 3 down to 1. */
  beat: number
  lines: number
  words: readonly BandWord[]
  verdicts: Readonly<Record<string, LineVerdict>>
  /** Delay of the last used microphone; undefined before its first use. */
  latencyMs: number | undefined
  correctionMs: number
}

/** A line and what is spoken of it. */
export interface RecordedLine {
  readonly cue: Cue
  readonly said: string
}

interface Running {
  readonly lines: readonly RecordedLine[]
  readonly mic: Microphone
  readonly startMs: number
  readonly endMs: number
  /** When the picture is at `startMs` less the countdown, by the page’s clock. */
  readonly began: number
  /** A moment at which the picture ran, on the microphone’s clock and in the video. */
  anchor: { readonly atS: number; readonly ms: number } | undefined
  frame: number
}

/** Records the selected lines with the user’s own voice, as takes. */
export class Recorder {
  readonly cells = proxy<RecorderCells>({
    ...{ phase: 'off', beat: BEATS, lines: 0, words: ref([]), verdicts: {} },
    ...{ latencyMs: undefined, correctionMs: 0 },
  })
  private readonly editor: Editor
  private running: Running | undefined
  private device = ''
  private isSending = false
  private control: AbortController | undefined

  constructor(editor: Editor) {
    this.editor = editor
  }

  /** Time of the video that the band shows: before its start during a countdown. */
  get nowMs(): number {
    const { running } = this
    if (!running) return 0
    if (running.anchor) return this.editor.playhead.ms
    return running.startMs - PRE_ROLL_MS + (performance.now() - running.began)
  }

  /** Loudness of the microphone, from 0 to 1. */
  get level(): number {
    return this.running?.mic.level ?? 0
  }

  /** Starts a recording of the selected lines, or ends the one that runs. */
  async toggle(): Promise<void> {
    if (this.cells.phase === 'counting') return this.discard()
    if (this.cells.phase === 'recording') return this.finish()
    if (this.cells.phase === 'off') await this.start()
  }

  /** Ends a recording without a take. */
  discard(): void {
    this.end()
    this.cells.phase = 'off'
  }

  /** Sends what is still on this device; returns a function that ends that. */
  follow(): () => void {
    const control = new AbortController()
    this.control = control
    void this.sendAll()
    window.addEventListener('online', () => void this.sendAll(), { signal: control.signal })
    return () => {
      control.abort()
      if (this.control === control) this.control = undefined
      this.discard()
    }
  }

  /** The lines of cues of which something is spoken. */
  linesOf(cues: readonly Cue[]): RecordedLine[] {
    const takes = takesOf(this.editor)
    return cues.flatMap((cue) => {
      const said = takes.wordsOf(cue)
      return said === undefined ? [] : [{ cue, said }]
    })
  }

  /** Sets how much later than the browser reports the microphone is. */
  correct(ms: number): void {
    this.cells.correctionMs = ms
    keepCorrection(this.device, ms)
  }

  private async start(): Promise<void> {
    const { editor, cells } = this
    const { session, library } = editor
    if (!library) return editor.say('takes_need_library')
    if (session.isReadOnly) return session.refuse('read_only')
    const takes = takesOf(editor)
    const selected = new Set(session.cells.selection)
    const lines = this.linesOf(session.list.cues.filter(({ id }) => selected.has(id)))
    const [first] = lines
    if (!first) return editor.say('nothing_to_speak')
    const startMs = first.cue.start
    const endMs = lines.reduce((last, { cue }) => Math.max(last, cue.end), 0)
    if (endMs - startMs > recordingLimits.ms) return editor.say('record_too_long')
    takes.stop()
    editor.playhead.pause()
    cells.phase = 'asking'
    try {
      const mic = await Microphone.open()
      // Escape, or the editor was left meanwhile.
      if (this.cells.phase !== 'asking') return mic.close()
      this.run(mic, { lines, startMs, endMs })
    } catch (error) {
      cells.phase = 'off'
      if (error instanceof MicFailed) editor.say(error.fault)
      else notifyFailure(error)
    }
  }

  private run(mic: Microphone, { lines, startMs, endMs }: Pick<Running, 'lines' | 'startMs' | 'endMs'>): void {
    const { cells, editor } = this
    this.device = mic.device
    cells.latencyMs = mic.latencyMs
    cells.correctionMs = correctionOf(mic.device)
    cells.words = ref(lines.flatMap(({ cue, said }) => bandWords(said, cue)))
    cells.lines = lines.length
    cells.beat = BEATS
    cells.phase = 'counting'
    const began = performance.now()
    const running: Running = { lines, mic, startMs, endMs, began, anchor: undefined, frame: 0 }
    this.running = running
    mic.onEnd(() => this.running === running && this.finish())
    const from = Math.max(0, startMs - PRE_ROLL_MS)
    let isRolling = false
    editor.playhead.seek(from)
    const look = (): void => {
      if (this.running !== running) return
      running.frame = requestAnimationFrame(look)
      const { playhead } = editor
      if (!isRolling && this.nowMs >= from) {
        isRolling = true
        playhead.playBetween(from, endMs + TAIL_MS)
        return
      }
      if (isRolling && playhead.isPlaying && playhead.ms > from) running.anchor = { atS: mic.nowS, ms: playhead.ms }
      const now = this.nowMs
      if (now < startMs) {
        cells.beat = Math.min(BEATS, Math.max(1, Math.ceil((startMs - now) / BEAT_MS)))
        // The user stopped the picture.
        if (running.anchor && !playhead.isPlaying) this.discard()
        return
      }
      cells.phase = 'recording'
      const isOver = now >= endMs + TAIL_MS - 1 || !playhead.isPlaying
      if (running.anchor && isOver) this.finish()
    }
    running.frame = requestAnimationFrame(look)
  }

  /** Stops what runs, and returns it. */
  private end(): Running | undefined {
    const { running } = this
    if (!running) return undefined
    this.running = undefined
    cancelAnimationFrame(running.frame)
    running.mic.close()
    this.editor.playhead.pause()
    return running
  }

  /** Cuts what was heard to its lines, and keeps it. */
  private finish(): void {
    const running = this.end()
    this.cells.phase = 'off'
    if (!running?.anchor) return
    const { mic, anchor, startMs, endMs, lines } = running
    this.editor.playhead.seek(startMs)
    const lateMs = mic.latencyMs + this.cells.correctionMs
    const clockAt = (ms: number): number => anchor.atS + (ms - anchor.ms + lateMs) / 1000
    const fromMs = startMs - LEAD_MS
    const heard = mic.between(clockAt(fromMs), Math.min(mic.nowS, clockAt(endMs + TAIL_MS)))
    const parts = cutPassage(
      heard,
      fromMs,
      lines.map(({ cue }) => cue),
    )
    void this.accept(lines, parts)
  }

  /** Makes takes of the sounds of lines, keeps them on this device and sends them. */
  async accept(lines: readonly RecordedLine[], sounds: readonly (Recording | undefined)[]): Promise<void> {
    const verdicts: Record<string, LineVerdict> = {}
    const made: Waiting[] = []
    for (const [at, { cue, said }] of lines.entries()) {
      const sound = sounds[at]
      const line = sound && lineRecording(sound)
      if (line?.kind !== 'take') {
        verdicts[cue.id] = 'record_empty'
        continue
      }
      if (line.isClipped) verdicts[cue.id] = 'record_clipped'
      const { samples, rate } = line.recording
      made.push({
        ...{ key: idempotencyKey(), fileId: this.editor.library?.fileId ?? '', cueId: cue.id, text: cue.text, said },
        ...{ person: workingAs.get(), sound: wavOfFloats(samples, rate) },
      })
    }
    this.say(lines, verdicts)
    if (made.length < lines.length) this.editor.say('record_empty')
    await this.keep(made)
  }

  private say(lines: readonly RecordedLine[], verdicts: Readonly<Record<string, LineVerdict>>): void {
    const before = { ...this.cells.verdicts }
    for (const { cue } of lines) delete before[cue.id]
    this.cells.verdicts = { ...before, ...verdicts }
  }

  private async keep(made: readonly Waiting[]): Promise<void> {
    if (made.length === 0) return
    this.cells.phase = 'keeping'
    for (const waiting of made) await keepWaiting(waiting)
    // The server must have the lines.
    await this.editor.save.flush()
    await this.deliver(made)
    if (this.cells.phase === 'keeping') this.cells.phase = 'off'
  }

  /** Sends what waited on this device. */
  private async sendAll(): Promise<void> {
    const { library } = this.editor
    if (library && !this.isSending && this.cells.phase !== 'keeping')
      await this.deliver(await waitingOf(library.fileId))
  }

  private async deliver(all: readonly Waiting[]): Promise<void> {
    this.isSending = true
    try {
      for (const waiting of all) {
        const { cueId } = waiting
        try {
          await send(waiting)
          const { [cueId]: verdict, ...others } = this.cells.verdicts
          if (verdict === 'record_waiting') this.cells.verdicts = others
          await takesOf(this.editor).readAgain(cueId)
        } catch (error) {
          if (error instanceof CallFailed && error.isOffline)
            this.cells.verdicts = { ...this.cells.verdicts, [cueId]: 'record_waiting' }
          notifyFailure(error)
        }
      }
    } finally {
      this.isSending = false
    }
  }
}

/** The recorder of an editor. */
export const voiceRecorderOf = perEditor((editor) => new Recorder(editor))
