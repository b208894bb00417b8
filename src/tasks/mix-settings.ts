import * as z from 'zod/mini'
import { DUB_LUFS, type DubLoudness, dubLoudness, HIGHEST_LEVEL_DB, LOWEST_LEVEL_DB } from '#core/domain/dubbing.ts'
import { stored } from '#src/ui/stored.ts'

const level = z.number().check(z.minimum(LOWEST_LEVEL_DB), z.maximum(HIGHEST_LEVEL_DB))

const mixSettings = z.object({
  background: level,
  isBackgroundMuted: z.boolean(),
  /** Levels of speakers in decibels; others have 0. */
  speakers: z.record(z.string(), level),
  muted: z.array(z.string()),
  /** Target loudness in LUFS. */
  loudness: z.literal(dubLoudness),
})

/** Levels of a version's mix. */
export type MixSettings = z.output<typeof mixSettings>

/** The last changed ones stay. */
const MOST_VERSIONS = 100

const setting = stored('cuelane-mix', z.array(z.tuple([z.string(), mixSettings])), [])

const usual: MixSettings = { background: 0, isBackgroundMuted: false, speakers: {}, muted: [], loudness: DUB_LUFS }

/** The mix of a version as it was set in this browser. */
export function mixSettingsOf(fileId: string | undefined): MixSettings {
  const found = setting.get().find(([id]) => id === fileId)
  return structuredClone(found?.[1] ?? usual)
}

/** Stores the mix of a version. */
export function keepMixSettings(fileId: string, settings: MixSettings): void {
  const others = setting.get().filter(([id]) => id !== fileId)
  setting.set([...others, [fileId, settings] as [string, MixSettings]].slice(-MOST_VERSIONS))
}

/** The same as the choices of a dub; muted ones have the lowest level, which is silence. */
export function mixChoices({ background, isBackgroundMuted, speakers, muted, loudness }: MixSettings): {
  background_db: number
  speaker_levels: { speaker: string; db: number }[]
  loudness: DubLoudness
} {
  const levels = { ...speakers, ...Object.fromEntries(muted.map((speaker) => [speaker, LOWEST_LEVEL_DB])) }
  return {
    background_db: isBackgroundMuted ? LOWEST_LEVEL_DB : background,
    speaker_levels: Object.entries(levels).flatMap(([speaker, db]) => (db === 0 ? [] : [{ speaker, db }])),
    loudness,
  }
}
