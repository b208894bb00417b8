/** What a folder of the personal space holds: videos, and subtitle files that belong to none. */
export const fileKinds = ['video', 'subtitle'] as const
export type FileKind = (typeof fileKinds)[number]

/** What the files of a folder can be put in order by. */
export const fileSorts = ['created', 'name', 'size'] as const
export type FileSort = (typeof fileSorts)[number]
