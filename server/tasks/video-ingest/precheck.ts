import type { Precheck } from '../../app/tasks/kind.ts'

/** Every uploaded file is taken: what is wrong with one is found by looking into it, which is the task itself. */
export const ingestPrecheck: Precheck<object> = async ({ subjects: { video } }) => ({
  name: video.name,
  folderId: video.folder_id,
  facts: {},
  engine: 'ffmpeg',
})
