interface Place {
  readonly video_name: string
  readonly video_id: string
  readonly file_id: string
}

/** The first unreviewed cue of another version, in list order after this version; wraps around. */
export function nextFlagged<T extends Place & { readonly reviewed_by: string }>(
  list: readonly T[],
  { video_name, video_id, file_id }: Place,
): T | undefined {
  // Without a cue of this version in the list: after the video's others, else at the video's place.
  const at = [
    list.findLastIndex((line) => line.file_id === file_id),
    list.findLastIndex((line) => line.video_id === video_id),
    list.findLastIndex((line) => line.video_name.localeCompare(video_name) <= 0),
  ].find((index) => index >= 0)
  const isOpen = (line: T): boolean => line.reviewed_by === '' && line.file_id !== file_id
  return list.slice((at ?? -1) + 1).find(isOpen) ?? list.find(isOpen)
}
