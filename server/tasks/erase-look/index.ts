import { eraseLook as kind } from '#core/tasks/erase-look.ts'
import { inspectedVideo } from '../../app/videos/rows.ts'
import { defineTask } from '../task.ts'
import { lookAtMask } from '../video-erase/look.ts'
import { erasePrecheck } from '../video-erase/precheck.ts'

/** A preview of what an erasure would remove. */
export const eraseLook = defineTask({
  kind,
  precheck: erasePrecheck,
  recipe: async (run, { config, video }) => {
    const look = await lookAtMask(run, inspectedVideo(await video()), config)
    return { report: { flagged: 0, lines: [], look } }
  },
})
