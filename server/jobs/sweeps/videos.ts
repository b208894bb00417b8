import { removeAssets, unreferencedAssets } from '../../app/assets/remove.ts'
import { deleteVersion, expiredFiles } from '../../app/subtitles/manage.ts'
import { expiredVideos } from '../../app/videos/read.ts'
import { removeVideo } from '../../app/videos/write.ts'
import { clearEach, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Videos after thirty days, with their subtitles; one in use by a task waits for the next run. */
export const videoSweep: Sweep = {
  name: 'expired-videos',
  cron: '12 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await expiredVideos(deps.db, now, SWEEP_BATCH), ({ id }) => removeVideo(deps, id), onFault),
}

/** Subtitle files without a video after thirty days. */
export const subtitleFileSweep: Sweep = {
  name: 'expired-subtitle-files',
  cron: '22 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(
      await expiredFiles(deps.db, now, SWEEP_BATCH),
      ({ id, account_id }) => deleteVersion(deps.db, account_id, id),
      onFault,
    ),
}

/** Assets of contents that no video has any more. */
export const assetSweep: Sweep = {
  name: 'unreferenced-assets',
  cron: '32 * * * *',
  run: async (deps, _, onFault) =>
    clearEach(
      (await unreferencedAssets(deps.db, SWEEP_BATCH)).map((id) => ({ id })),
      ({ id }) => removeAssets(deps, id),
      onFault,
    ),
}
