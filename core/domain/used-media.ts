/** Tasks whose results stand in for a video's own picture and sound; each left out where they are its own. */
export interface UsedMedia {
  readonly picture_of?: string | undefined
  readonly sound_of?: string | undefined
}
