interface Place {
  readonly video_name: string
  readonly video_id: string
  readonly file_id: string
}

/** The first line of another version that nobody looked at, in the order of the list after this version; past its end from its beginning. */
export function nextFlagged<T extends Place & { readonly reviewed_by: string }>(
  list: readonly T[],
  { video_name, video_id, file_id }: Place,
): T | undefined {
  // Where this version has no line in the list: after the others of its video, else where the video would stand.
  const at = [
    list.findLastIndex((line) => line.file_id === file_id),
    list.findLastIndex((line) => line.video_id === video_id),
    list.findLastIndex((line) => line.video_name.localeCompare(video_name) <= 0),
  ].find((index) => index >= 0)
  const isOpen = (line: T): boolean => line.reviewed_by === '' && line.file_id !== file_id
  return list.slice((at ?? -1) + 1).find(isOpen) ?? list.find(isOpen)
}
