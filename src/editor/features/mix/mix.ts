import { proxy, ref, subscribe } from 'valtio'
import { duckedRanges, voiceGainDb } from '#core/media/ducking.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type MixPlan, mixPlan } from '#core/media/mix.ts'
import { type R128, R128Meter, StepPowers } from '#core/media/r128.ts'
import { keepMixSettings, type MixSettings, mixSettingsOf } from '#src/tasks/mix-settings.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import { dubPlanOf } from '../dub/dub-plan.ts'
import { takesOf } from '../dub/takes.ts'
import { playerSoundOf } from '../sound/player-sound.ts'
import { MixPlayer } from './mix-player.ts'
import { MixSounds } from './mix-sounds.ts'

/** Pieces of the original whose loudness is measured, and their length in milliseconds. */
const MEASURED = 12
const MEASURED_MS = 3000

const silent: R128 = { momentary: undefined, shortTerm: undefined, integrated: undefined }
const empty: MixPlan = { takes: [], missing: 0, ducked: duckedRanges({ spoken: [], said: [], under: 'none' }) }

interface MixCells {
  /** Whether the mix is heard instead of the original. */
  isOn: boolean
  settings: MixSettings
  /** Speakers that alone are heard; `undefined` in their place is the background. */
  solo: readonly (string | undefined)[]
  speakers: readonly string[]
  count: number
  missing: number
  /** Number of sounds that could not be loaded. */
  faults: number
  loudness: R128
}

/** The mix of an open version: what is heard, and at which levels. */
export class Mix {
  readonly cells: MixCells
  private readonly editor: Editor
  private plan = empty
  private player: MixPlayer | undefined
  private sounds: MixSounds | undefined
  private meter = new R128Meter()
  private voiceDb = 0

  constructor(editor: Editor) {
    this.editor = editor
    const settings = mixSettingsOf(editor.library?.fileId)
    const state = { isOn: true, settings, solo: ref([]), speakers: ref([]), count: 0, missing: 0, faults: 0 }
    this.cells = proxy<MixCells>({ ...state, loudness: ref(silent) })
  }

  /** Plays the mix instead of the original's sound until the returned function is called. */
  open(): () => void {
    const { editor } = this
    const { playhead, analysis } = editor
    const sound = playerSoundOf(editor)
    const plan = dubPlanOf(editor)
    const control = new AbortController()
    const sounds = new MixSounds({
      take: async (url, signal) => {
        const response = await fetch(url, { signal })
        if (!response.ok) throw new Error(`The take answers ${response.status}`)
        return new Uint8Array(await response.arrayBuffer())
      },
      under: (range, signal) => analysis.decoder?.sound({ ...range, isStereo: true }, signal),
      onReady: (fault) => {
        if (fault !== undefined) this.cells.faults++
        this.player?.update()
      },
    })
    const player = new MixPlayer({
      playhead,
      sounds,
      plan: () => this.plan,
      onPower: (power) => {
        this.meter.add(power)
        this.cells.loudness = ref(this.meter.reading)
      },
    })
    this.player = player
    this.sounds = sounds
    this.cells.faults = 0
    this.resetMeter()
    const replan = (): void => this.replan()
    const stops = [
      plan.subscribe(replan),
      takesOf(editor).onChange(replan),
      analysis.onSpeech(replan),
      analysis.onState(() => void this.measure(control.signal)),
      subscribe(sound.cells, () => player.setVolume(sound.loudness)),
      subscribe(this.cells, () => this.apply(), true),
    ]
    player.setVolume(sound.loudness)
    replan()
    this.apply()
    void this.measure(control.signal)
    return () => {
      control.abort()
      for (const stop of stops) stop()
      this.player = undefined
      player.close()
      sounds.close()
      sound.replace(false)
    }
  }

  /** Time of the video that is heard; undefined while the mix does not play. */
  get heardMs(): number | undefined {
    return this.player?.heardMs
  }

  /** Number of sounds of this playback that were not ready in time, and bytes of those in memory. */
  get load(): { readonly late: number; readonly bytes: number } {
    return { late: this.player?.graph.late ?? 0, bytes: this.sounds?.bytes ?? 0 }
  }

  /** Changes levels, which this browser keeps for the version. */
  set(part: Partial<MixSettings>): void {
    const { cells, editor } = this
    Object.assign(cells.settings, part)
    if (editor.library) keepMixSettings(editor.library.fileId, cells.settings)
  }

  toggleSolo(speaker: string | undefined): void {
    const { cells } = this
    cells.solo = ref(
      cells.solo.includes(speaker) ? cells.solo.filter((one) => one !== speaker) : [...cells.solo, speaker],
    )
  }

  toggleMute(speaker: string | undefined): void {
    const { muted, isBackgroundMuted } = this.cells.settings
    if (speaker === undefined) return this.set({ isBackgroundMuted: !isBackgroundMuted })
    this.set({ muted: muted.includes(speaker) ? muted.filter((one) => one !== speaker) : [...muted, speaker] })
  }

  /** Measures loudness from now on. */
  resetMeter(): void {
    this.meter = new R128Meter()
    this.cells.loudness = ref(silent)
  }

  /** Whether a speaker, or the background, is silent: muted, or another one is solo. */
  readonly isSilent = (speaker: string | undefined): boolean => {
    const { solo, settings } = this.cells
    const isMuted = speaker === undefined ? settings.isBackgroundMuted : settings.muted.includes(speaker)
    return solo.length > 0 ? !solo.includes(speaker) : isMuted
  }

  private replan(): void {
    const { editor, cells } = this
    const { spoken, rows } = dubPlanOf(editor).drafted()
    const { takeOf } = takesOf(editor)
    const lines = rows.map((row, at) => {
      const line = spoken[at]
      return { ...row, url: line && takeOf(line)?.url }
    })
    const said = [...spoken, ...editor.analysis.speech]
    this.plan = mixPlan(lines, { said, under: 'original' })
    const speakers = [...new Set(rows.map(({ speaker }) => speaker))].sort()
    // A frame of a drag renders nothing.
    if (JSON.stringify(speakers) !== JSON.stringify(cells.speakers)) cells.speakers = ref(speakers)
    const count = this.plan.takes.length + this.plan.missing
    if (cells.count !== count) cells.count = count
    if (cells.missing !== this.plan.missing) cells.missing = this.plan.missing
    this.player?.update()
  }

  private apply(): void {
    const { cells, player } = this
    if (!player) return
    playerSoundOf(this.editor).replace(cells.isOn)
    player.graph.setVoiceDb(this.voiceDb)
    player.graph.setLevels(cells.settings, this.isSilent)
    player.switch(cells.isOn)
  }

  /** Measures the original in some places, to which the task brings the voices. */
  private async measure(signal: AbortSignal): Promise<void> {
    const { analysis, media } = this.editor
    const { decoder } = analysis
    if (!decoder || this.voiceDb !== 0 || media.durationMs === 0) return
    const meter = new R128Meter()
    const length = Math.min(MEASURED_MS, media.durationMs)
    try {
      for (let at = 0; at < MEASURED; at++) {
        const start = Math.round(((media.durationMs - length) * at) / (MEASURED - 1))
        const { rate, samples, right } = await decoder.sound({ start, end: start + length, isStereo: true }, signal)
        const powers = new StepPowers(rate, right ? [1, 1] : [1])
        for (const power of powers.take(right ? [samples, right] : [samples])) meter.add(power)
      }
    } catch (error) {
      // Without its sound there is nothing to bring the voices to; the waveform says why.
      if (error instanceof MediaFailed) return
      throw error
    }
    if (signal.aborted) return
    this.voiceDb = voiceGainDb(meter.reading.integrated ?? null)
    this.apply()
  }
}

/** The mix of an editor's version. */
export const mixOf = perEditor((editor) => new Mix(editor))
