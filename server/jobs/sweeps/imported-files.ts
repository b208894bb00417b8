import type { Sweep } from './sweep.ts'
import { daysBefore } from './sweep.ts'

/** Files whose last version and last task are gone. */
export const importedFileSweep: Sweep = {
  name: 'unreferenced-imported-files',
  cron: '43 * * * *',
  run: async ({ db }, now) => {
    const { numDeletedRows } = await db
      .deleteFrom('imported_file')
      .where('created_at', '<', daysBefore(now, 1))
      .where((row) =>
        row.not(
          row.exists(row.selectFrom('subtitle').select('id').whereRef('imported_file_id', '=', 'imported_file.id')),
        ),
      )
      .where((row) =>
        row.not(
          row.exists(
            row.selectFrom('task_frozen').select('task_id').whereRef('imported_file_id', '=', 'imported_file.id'),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
}
