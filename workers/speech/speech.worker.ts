import * as Comlink from 'comlink'
import { matchScript, type ScriptMatch } from '#core/speech/match-script.ts'
import type { Word } from '#core/speech/words.ts'
import { type SpeechReply, speechReply } from './failed.ts'
import { Listener, type OnListened } from './listener.ts'
import { type ModelBytes, ModelStore } from './models.ts'

let store = new ModelStore('')
let listener = new Listener(store)

/**
 * Recognises speech by models in this worker. A call is cancelled by ending the worker, as a running model can't be
 * interrupted.
 */
const worker = {
  /** Loads the models from another address than the page's. */
  serveFrom(server: string): void {
    store = new ModelStore(server)
    listener = new Listener(store)
  },
  /** The download required before recognition. */
  look(): Promise<SpeechReply<ModelBytes>> {
    return speechReply(store.look())
  },
  /** Downloads and loads the models. */
  prepare(onProgress: (bytes: ModelBytes) => void): Promise<SpeechReply<void>> {
    return speechReply(store.fetchAll(onProgress).then(() => listener.prepare()))
  },
  listen(recording: Blob, onListened: OnListened): Promise<SpeechReply<Word[]>> {
    return speechReply(listener.listen(recording, onListened))
  },
  /** Matches words with the sentences of a script, in languages with spaces between words. */
  match(sentences: readonly string[], words: readonly Word[]): Promise<SpeechReply<ScriptMatch>> {
    return speechReply(Promise.resolve().then(() => matchScript(sentences, words, false)))
  },
}

export type SpeechWorker = typeof worker

Comlink.expose(worker)
