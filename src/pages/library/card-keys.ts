interface Box {
  readonly left: number
  readonly top: number
}

/**
 * The card that an arrow key moves to; undefined if there is none. Up and down go to the nearest card of the next row.
 */
export function cardBeside(boxes: readonly Box[], at: number, key: string): number | undefined {
  const from = boxes[at]
  if (!from) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = at + (key === 'ArrowRight' ? 1 : -1)
    return boxes[next] && next
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const sign = key === 'ArrowDown' ? 1 : -1
  const beyond = boxes.flatMap((box, index) => ((box.top - from.top) * sign > 1 ? [{ ...box, index }] : []))
  if (beyond.length === 0) return undefined
  const row = Math.min(...beyond.map(({ top }) => top * sign)) * sign
  const inRow = beyond.filter(({ top }) => Math.abs(top - row) <= 1)
  const distance = ({ left }: Box): number => Math.abs(left - from.left)
  return inRow.reduce((best, box) => (distance(box) < distance(best) ? box : best)).index
}
