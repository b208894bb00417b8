/** Tasks whose results replace a video's own picture and sound; left out for its own. */
export interface UsedMedia {
  readonly picture_of?: string | undefined
  readonly sound_of?: string | undefined
}
