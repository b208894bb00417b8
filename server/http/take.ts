import type { takeCalls } from '#core/contract/take.ts'
import type { Deps } from '../app/deps.ts'
import { listLineVoices, setLineVoice } from '../app/subtitles/line-voices.ts'
import { addTake } from '../app/subtitles/recorded-take.ts'
import { listTakes, starTake } from '../app/subtitles/takes.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about takes of lines. */
export function takeHandlers(deps: Deps): HandlersOf<typeof takeCalls> {
  const { db } = deps
  return {
    listTakes: (input, { accountId }) => listTakes(deps, accountId, input),
    addTake: (input, { accountId }) => addTake(deps, accountId, input),
    starTake: ({ take_id, starred }, { accountId }) => starTake(db, accountId, take_id, starred).then(done),
    listLineVoices: ({ file_id }, { accountId }) => listLineVoices(db, accountId, file_id),
    setLineVoice: (input, { accountId }) => setLineVoice(db, accountId, input).then(done),
  }
}
