import type { Precheck } from '../../app/tasks/kind.ts'

/** Every uploaded file is accepted: the task itself finds faults. */
export const ingestPrecheck: Precheck<object> = async ({ subjects: { video } }) => ({
  name: video.name,
  folderId: video.folder_id,
  facts: {},
  engine: 'ffmpeg',
})
