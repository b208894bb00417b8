/** `basic`: what is covered is painted from around; `advanced`: also moving pictures are followed to where it is seen. */
export const eraseTypes = ['basic', 'advanced'] as const
export type EraseType = (typeof eraseTypes)[number]

/** Why an erasure took nothing out where a look at its mask leads on. */
export const maskFaults = ['mask_too_large', 'text_not_read', 'no_text_found'] as const
export type MaskFault = (typeof maskFaults)[number]

/** Whether a task ended because of its mask: the same choices would end it again. */
export function endedAtMask({
  task_type,
  fail_key,
}: {
  readonly task_type: string
  readonly fail_key: string
}): boolean {
  return task_type === 'video_erase' && maskFaults.some((fault) => fault === fail_key)
}
