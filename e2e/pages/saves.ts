/** Requests that save a text. */
export const SAVES = '**/admin/file.srt/{edit,patch}'
