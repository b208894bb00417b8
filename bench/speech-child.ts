/** Recognition of one sound in a separate process, without server and database, as the task does it; prints how many lines came. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profiles } from '#core/checks/profiles.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import { wordsToCues } from '#core/speech/cues.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { findEngines } from '#server/engines/registry.ts'
import { hearWords } from '#server/tasks/speech/hear-words.ts'
import { loneRun } from './lone-run.ts'

const path = process.argv[2] ?? ''
const engines = await findEngines(process.env, engineAdapters)
const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
try {
  const info = await probeMedia(engines.need('ffmpeg', {}).ffprobe, path)
  const video = { blob_key: path, content_hash: 'sound', duration_ms: info.durationMs, info }
  const run = loneRun(engines, folder, new AbortController().signal)
  const { words } = await hearWords(run, { video, language: 'en', track: 0, channels: 'auto', share: [0, 1] })
  const cues = wordsToCues(words, cueRulesOf(profiles.cuelane, { language: 'en' }), sequentialIds('c'))
  process.stdout.write(String(cues.length))
} finally {
  await rm(folder, { recursive: true })
}
process.exit()
