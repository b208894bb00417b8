/** A picture in memory, row by row from the top: one byte a pixel for grey, three for red, green and blue. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

/** A rectangle in pixels from the top left corner. */
export interface PixelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
