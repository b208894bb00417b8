/** Content of a folder: videos, and subtitle files without one. */
export const fileKinds = ['video', 'subtitle'] as const
export type FileKind = (typeof fileKinds)[number]

/** Sort keys of a folder's files. */
export const fileSorts = ['created', 'name', 'size'] as const
export type FileSort = (typeof fileSorts)[number]
