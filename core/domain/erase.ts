/** `basic`: what is covered is painted from around; `advanced`: also moving pictures are followed to where it is seen. */
export const eraseTypes = ['basic', 'advanced'] as const
export type EraseType = (typeof eraseTypes)[number]

/** Where text is looked for: in the places of captions, or in a part of the picture that a person names. */
export const eraseRegionTypes = ['auto', 'region'] as const
export type EraseRegionType = (typeof eraseRegionTypes)[number]

/** Part of the picture, as shares of its width and height. */
export interface PictureRegion {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
