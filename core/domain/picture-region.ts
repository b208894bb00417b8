/** A rectangle of a displayed picture, from the top left corner, in shares of its width and height. */
export interface PictureRegion {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle in pixels from the top left corner. */
export interface PixelArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A pixel rectangle in shares of its picture's size. */
export function regionOf(area: PixelArea, picture: { readonly width: number; readonly height: number }): PictureRegion {
  return {
    x: area.x / picture.width,
    y: area.y / picture.height,
    width: area.width / picture.width,
    height: area.height / picture.height,
  }
}
