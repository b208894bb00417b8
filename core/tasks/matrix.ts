/** A task in its row and column. */
interface Placed {
  readonly file_id: string
  readonly language: string
}

/** One row of a matrix of files and languages: its tasks by language. */
export interface MatrixRow<File, Cell> {
  readonly file: File
  readonly cells: ReadonlyMap<string, Cell>
}

/**
 * Files times languages: rows in the given order, languages by number of files with a task. The later of two tasks in a
 * cell wins.
 */
export function matrixOf<File extends { readonly file_id: string }, Cell extends Placed>(
  files: readonly File[],
  cells: Iterable<Cell>,
): { languages: string[]; rows: MatrixRow<File, Cell>[] } {
  const byFile = new Map<string, Map<string, Cell>>()
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const row = byFile.get(cell.file_id) ?? new Map<string, Cell>()
    byFile.set(cell.file_id, row)
    if (!row.has(cell.language)) counts.set(cell.language, (counts.get(cell.language) ?? 0) + 1)
    row.set(cell.language, cell)
  }
  const languages = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([language]) => language)
  return { languages, rows: files.map((file) => ({ file, cells: byFile.get(file.file_id) ?? new Map() })) }
}
