import type { voiceCalls } from '#core/contract/voice.ts'
import type { Deps } from '../app/deps.ts'
import { hearVoice, listVoices } from '../app/voices.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about voices. */
export function voiceHandlers(deps: Deps): HandlersOf<typeof voiceCalls> {
  return {
    listVoices: ({ language }) => listVoices(deps, language),
    hearVoice: ({ voice_id, language }) => hearVoice(deps, voice_id, language),
  }
}
