import type { z } from 'zod'
import { atEdge, type BurnStyle, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { hasOwnStyles } from '#core/subtitle/formats/format.ts'
import type { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { notFound, Refusal } from '../../app/refusal.ts'
import type { SubtitleRow } from '../../app/subtitles/rows.ts'
import { readyVideo } from '../../app/videos/rows.ts'

type Config = z.output<typeof videoSynthesis.config>

/** A prepared video and one of its versions with cues. */
export const synthesisPrecheck: Precheck<Config> = async ({ config, subjects, engines }) => {
  const video = readyVideo(subjects.video)
  const { subtitle } = subjects
  if (subtitle.video_id !== video.id) throw notFound()
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  const { secondIfAny: second } = subjects
  if (second && second.video_id !== video.id) throw notFound()
  if (second?.id === subtitle.id) throw new Refusal('refused', 'second_same')
  if (second?.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  return {
    name: video.name,
    folderId: video.folder_id,
    language: subtitle.language,
    previousLanguage: video.language,
    facts: { durationMs: video.duration_ms },
    // The look is frozen with the text: later changes concern the next video.
    notes: {
      revision: subtitle.revision,
      language: subtitle.language,
      style: styleOf(config, subtitle.style),
      // Two versions together share one style.
      file_styles: !second && hasFileStyles(config, subtitle),
    },
    engine: await engines.media(),
  }
}

function hasFileStyles({ style, position, file_styles }: Config, version: SubtitleRow): boolean {
  return hasOwnStyles(version.imported_format) && (file_styles ?? (version.file_styles && !style && !position))
}

function styleOf({ style, position }: Config, own: BurnStyle | null): BurnStyle {
  const chosen = style ?? own ?? usualBurnStyle
  return position ? atEdge(chosen, position) : chosen
}
