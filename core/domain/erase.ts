/** `basic`: what is covered is painted from around; `advanced`: also moving pictures are followed to where it is seen. */
export const eraseTypes = ['basic', 'advanced'] as const
export type EraseType = (typeof eraseTypes)[number]
