import type { Recording } from '#core/speech/recording.ts'

/** Longest file, which is decoded as a whole. */
export const MOST_MINUTES = 15
const MOST_BYTES = 400 * 1024 ** 2
/** Samples a second of a take. */
const RATE = 48_000

/** Why a file of sound can't be taken: a message of the editor. */
export type SoundFault = 'sound_unreadable' | 'sound_too_long'

export class SoundRefused extends Error {
  readonly fault: SoundFault

  constructor(fault: SoundFault) {
    super(fault)
    this.fault = fault
  }
}

/** The sound of a file in any format that the browser decodes, with one channel. Throws SoundRefused. */
export async function readSound(file: File): Promise<Recording> {
  if (file.size > MOST_BYTES) throw new SoundRefused('sound_too_long')
  const context = new OfflineAudioContext(1, 1, RATE)
  const sound = await context.decodeAudioData(await file.arrayBuffer()).catch(() => undefined)
  if (!sound) throw new SoundRefused('sound_unreadable')
  if (sound.duration > MOST_MINUTES * 60) throw new SoundRefused('sound_too_long')
  const samples = sound.getChannelData(0).slice()
  for (let channel = 1; channel < sound.numberOfChannels; channel++) {
    const other = sound.getChannelData(channel)
    for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] ?? 0) + (other[at] ?? 0)
  }
  const share = 1 / sound.numberOfChannels
  if (share < 1) for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] ?? 0) * share
  return { samples, rate: RATE }
}
