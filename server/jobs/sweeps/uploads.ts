import { abandonUpload, type Upload } from '../../app/uploads.ts'
import type { Db } from '../../store/db.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Uploads that stayed unfinished, or without a video, for a day. */
export const uploadSweep: Sweep = {
  name: 'abandoned-uploads',
  cron: '*/20 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await abandonedUploads(deps.db, now), (upload) => abandonUpload(deps, upload), onFault),
}

/** The oldest uploads without a result within a day. */
export async function abandonedUploads(db: Db, now: Date): Promise<Upload[]> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('state', 'in', ['open', 'complete'])
    .where('created_at', '<', daysBefore(now, 1))
    .where((row) =>
      row.not(row.exists(row.selectFrom('video').select('video.id').whereRef('video.upload_id', '=', 'upload.id'))),
    )
    .orderBy('created_at')
    .limit(SWEEP_BATCH)
    .execute()
}
