import type { DataOf } from '#core/contract/index.ts'
import type { WireTake } from '#core/contract/take.ts'
import type { LineVoice } from '#core/domain/line-voice.ts'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import type { TakeFacts } from '#core/speech/takes.ts'
import { call } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'

/** A take as the server keeps it. */
export interface KeptTake extends TakeFacts {
  readonly takeId: string
  /** The text of the line when it was spoken. */
  readonly text: string
  readonly ms: number
  readonly url: string
  readonly breaksOff: boolean
  /** Who recorded it; empty for a voice of an engine. */
  readonly person: string
}

const noTakes: readonly KeptTake[] = []

/** Takes of the open version, voices of its lines and its folder's pronunciations, as stored on the server. */
export class KeptTakes {
  pronunciations: readonly Pronunciation[] = []
  private readonly fileId: string
  private readonly changed: () => void
  private byCue = new Map<string, readonly KeptTake[]>()
  private voices = new Map<string, LineVoice>()

  constructor(fileId: string, changed: () => void) {
    this.fileId = fileId
    this.changed = changed
  }

  /** Takes of a line, newest first. */
  of(cueId: string): readonly KeptTake[] {
    return this.byCue.get(cueId) ?? noTakes
  }

  /** A line's own voice and manner; undefined if it has none. */
  voiceOf(cueId: string): LineVoice | undefined {
    return this.voices.get(cueId)
  }

  /** Reads all, and again what others change; returns a function that ends that. */
  start(): () => void {
    const read = (): void => void this.read().catch(notifyFailure)
    read()
    return onLiveEvents((event) => {
      if (event.kind === 'takes' && event.file_id === this.fileId) void this.readLine(event.cue_id).catch(notifyFailure)
    }, read)
  }

  /** Reads the takes of one line again, and the voices. */
  async readLine(cueId: string): Promise<void> {
    const list = await this.pages({ cue_id: cueId })
    await this.readVoices()
    this.byCue.set(cueId, list.map(takeOf))
    this.changed()
  }

  /** Stars a take in place of the line's other one, or takes its star away. */
  async star(cueId: string, { takeId, isStarred }: KeptTake): Promise<void> {
    const starred = !isStarred
    this.byCue.set(
      cueId,
      this.of(cueId).map((take) => ({ ...take, isStarred: starred && take.takeId === takeId })),
    )
    this.changed()
    try {
      await call('starTake', { take_id: takeId, starred })
    } catch (error) {
      await this.readLine(cueId)
      throw error
    }
  }

  /** Stores a line's own voice and manner. */
  async setVoice(cueId: string, voice: LineVoice): Promise<void> {
    this.voices.set(cueId, voice)
    this.changed()
    try {
      await call('setLineVoice', { file_id: this.fileId, cue_id: cueId, ...voice })
    } catch (error) {
      await this.readVoices()
      this.changed()
      throw error
    }
  }

  private async read(): Promise<void> {
    const list = await this.pages({})
    // Before the takes are shown: they decide which ones are stale.
    await this.readVoices()
    this.byCue = new Map([...Map.groupBy(list, ({ cue_id }) => cue_id)].map(([id, own]) => [id, own.map(takeOf)]))
    this.changed()
  }

  private async pages(of: { readonly cue_id?: string }): Promise<WireTake[]> {
    const all: WireTake[] = []
    for (let after = ''; ;) {
      const page: DataOf<'listTakes'> = await call('listTakes', { file_id: this.fileId, ...of, after, limit: 1000 })
      all.push(...page.list)
      after = page.next
      if (after === '') return all
    }
  }

  private async readVoices(): Promise<void> {
    const { list, pronunciations } = await call('listLineVoices', { file_id: this.fileId })
    this.pronunciations = pronunciations
    this.voices = new Map(list.map(({ cue_id, ...voice }) => [cue_id, voice]))
  }
}

function takeOf(take: WireTake): KeptTake {
  const {
    take_id,
    number,
    text,
    said,
    voice,
    speed,
    pitch,
    gap,
    duration_ms,
    sound_url,
    breaks_off,
    is_starred,
    person,
  } = take
  return {
    ...{ takeId: take_id, number, text, said, voice, speed, pitch, gap },
    ...{ ms: duration_ms, url: sound_url, breaksOff: breaks_off, isStarred: is_starred, person },
  }
}
