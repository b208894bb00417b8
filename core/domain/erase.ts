/** `basic`: filled from the surroundings; `advanced`: also from other frames, following motion. */
export const eraseTypes = ['basic', 'advanced'] as const
export type EraseType = (typeof eraseTypes)[number]

/** Reasons of an empty erasure that a mask preview can resolve. */
export const maskFaults = ['mask_too_large', 'text_not_read', 'no_text_found'] as const
export type MaskFault = (typeof maskFaults)[number]

/** Whether a task ended because of its mask: a retry with the same choices would too. */
export function endedAtMask({
  task_type,
  fail_key,
}: {
  readonly task_type: string
  readonly fail_key: string
}): boolean {
  return task_type === 'video_erase' && maskFaults.some((fault) => fault === fail_key)
}
