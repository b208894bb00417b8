import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { mostTranslatedFiles } from '#core/domain/limits.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { sha256 } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../batches/skipped.ts'
import { translateMessage } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { findVersion } from '../subtitles/read.ts'
import { languageOf } from '../subtitles/rows.ts'
import { refuseOngoing } from './same.ts'
import { quote, startTask } from './start.ts'
import { transact } from '../../store/deadlock.ts'

/** The price of each file in each language, and why one can't be made. A foreign file is refused. */
export async function quoteTranslateFiles(
  deps: Deps,
  { accountId, language }: Caller,
  input: ParsedInputOf<'quoteTranslateFiles'>,
): Promise<DataOf<'quoteTranslateFiles'>> {
  const cells: DataOf<'quoteTranslateFiles'>['cells'] = []
  const { files, languages } = distinct(input)
  for (const file_id of files) {
    await findVersion(deps.db, accountId, file_id)
    for (const to_language of languages) {
      try {
        const choice = { task_type: subtitleTranslate.type, file_id, to_language }
        const { credits, engine, same } = await quote(deps, accountId, choice)
        refuseOngoing(same)
        cells.push({ file_id, to_language, credits, available: true, detail: engine })
      } catch (error) {
        if (!(error instanceof Refusal) || error.kind === 'not_found') throw error
        const detail = translateMessage(language, error.key, error.params)
        cells.push({ file_id, to_language, credits: 0, available: false, detail })
      }
    }
  }
  return { credits: cells.reduce((sum, cell) => sum + cell.credits, 0), cells }
}

/** Each file and each language once; a Refusal if there are too many. */
function distinct({ file_ids, to_languages }: Pick<ParsedInputOf<'quoteTranslateFiles'>, 'file_ids' | 'to_languages'>) {
  const files = [...new Set(file_ids)]
  const languages = [...new Set(to_languages)]
  if (files.length * languages.length > mostTranslatedFiles)
    throw new Refusal('refused', 'too_many_files', { n: mostTranslatedFiles })
  return { files, languages }
}

/**
 * Translates subtitle files into several languages, each from its own: one task per pair, all or none. The same key
 * returns the same tasks. Throws a Refusal.
 */
export async function translateFiles(
  deps: Deps,
  { accountId, keyId }: Starter,
  input: ParsedInputOf<'runTranslateFiles'>,
): Promise<DataOf<'runTranslateFiles'>> {
  const { profile, glossary, idempotency_key } = input
  const { files, languages } = distinct(input)
  const idOf = (...parts: string[]): string =>
    sha256(JSON.stringify([accountId, idempotency_key, ...parts])).slice(0, 40)
  return transact(deps.db, async (tx) => {
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
          keyId,
        })
        tasks.push({ ...started, file_id: version.id, to_language })
      }
    }
    return { batch_id: batchId, tasks }
  })
}
