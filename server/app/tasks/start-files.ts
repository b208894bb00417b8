import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { mostTranslatedFiles } from '#core/domain/limits.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { sha256 } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { findVersion } from '../subtitles/read.ts'
import { languageOf } from '../subtitles/rows.ts'
import { startTask } from './start.ts'

/**
 * Translates subtitle files into several languages, each file from its own: one task for each, all or none. The same key
 * gives the same tasks. Throws a Refusal.
 */
export async function translateFiles(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runTranslateFiles'>,
): Promise<DataOf<'runTranslateFiles'>> {
  const { profile, glossary, idempotency_key } = input
  const files = [...new Set(input.file_ids)]
  const languages = [...new Set(input.to_languages)]
  if (files.length * languages.length > mostTranslatedFiles)
    throw new Refusal('refused', 'too_many_files', { n: mostTranslatedFiles })
  const idOf = (...parts: string[]): string =>
    sha256(JSON.stringify([accountId, idempotency_key, ...parts])).slice(0, 40)
  return deps.db.transaction().execute(async (tx) => {
    const versions = []
    for (const id of files) versions.push(await findVersion(tx, accountId, id))
    const [first] = versions
    if (!first) throw new Refusal('refused', 'operation_failed')
    const batchId = idOf()
    const config = JSON.stringify({ file_ids: files, to_languages: languages, profile, glossary })
    await tx
      .insertInto('batch')
      .values({
        ...{ id: batchId, account_id: accountId, folder_id: first.folder_id },
        ...{ task_type: subtitleTranslate.type, config },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const tasks = []
    for (const version of versions) {
      const source_language = languageOf(version)
      for (const to_language of languages) {
        const started = await startTask(deps, tx, accountId, {
          type: subtitleTranslate.type,
          subjects: { subtitle: version.id },
          config: { source_language, to_language, profile, glossary },
          idempotencyKey: idOf(version.id, to_language),
          batchId,
        })
        tasks.push({ ...started, file_id: version.id, to_language })
      }
    }
    return { batch_id: batchId, tasks }
  })
}
