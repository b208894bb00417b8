/** The result of one attack. */
export interface Row {
  readonly area: string
  readonly attack: string
  readonly expected: string
  readonly outcome: string
  readonly isHeld: boolean
}

/** Records an attack: defended if the outcome is the expected one, or by a flag. */
export type Tell = (attack: string, expected: string, outcome: string, isHeld?: boolean) => void

/** Attacks of one area on a running server. */
export interface Area<T> {
  readonly name: string
  /** Of an area in parts, which need the ones before. */
  readonly part?: string
  readonly attack: (target: T, tell: Tell) => Promise<void>
}

/** Runs areas in order; a thrown error is an undefended attack. */
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
