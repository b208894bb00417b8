import type { Precheck } from '../../app/tasks/kind.ts'

/** The link was checked when it was given; the rest is found while fetching. */
export const importPrecheck: Precheck<object> = async ({ subjects: { video } }) => ({
  name: video.name,
  folderId: video.folder_id,
  facts: {},
  engine: '',
})
