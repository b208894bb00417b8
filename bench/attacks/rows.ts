/** What became of one attack. */
export interface Row {
  readonly area: string
  readonly attack: string
  readonly expected: string
  readonly outcome: string
  readonly isHeld: boolean
}

/** Notes an attack: held where its outcome is what was expected, or where it is said so. */
export type Tell = (attack: string, expected: string, outcome: string, isHeld?: boolean) => void

/** Attacks of one area on a running server. */
export interface Area<T> {
  readonly name: string
  readonly attack: (target: T, tell: Tell) => Promise<void>
}

/** Runs areas one after another; what throws is an attack that was not held. */
export async function attackAll<T>(
  target: T,
  areas: readonly Area<T>[],
  onRow: (row: Row) => void = () => undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name: area, attack } of areas) {
    const tell: Tell = (what, expected, outcome, isHeld = outcome === expected) => {
      const row = { area, attack: what, expected, outcome, isHeld }
      rows.push(row)
      onRow(row)
    }
    try {
      await attack(target, tell)
    } catch (error) {
      tell('the attacks themselves', 'run to their end', String(error).slice(0, 300))
    }
  }
  return rows
}
