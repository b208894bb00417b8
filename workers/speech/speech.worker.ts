import * as Comlink from 'comlink'
import type { Word } from '#core/speech/words.ts'
import { type SpeechReply, speechReply } from './failed.ts'
import { Listener, type OnListened } from './listener.ts'
import { type ModelBytes, ModelStore } from './models.ts'

let store = new ModelStore('')
let listener = new Listener(store)

/** Hears speech by models that run in this worker. It is ended to take a call back: a model that runs hears nothing else. */
const worker = {
  /** Has the models come from another address than the page's own. */
  serveFrom(server: string): void {
    store = new ModelStore(server)
    listener = new Listener(store)
  },
  /** What would be fetched before anything can be heard. */
  look(): Promise<SpeechReply<ModelBytes>> {
    return speechReply(store.look())
  },
  /** Fetches the models and loads them. */
  prepare(onProgress: (bytes: ModelBytes) => void): Promise<SpeechReply<void>> {
    return speechReply(store.fetchAll(onProgress).then(() => listener.prepare()))
  },
  listen(recording: Blob, onListened: OnListened): Promise<SpeechReply<Word[]>> {
    return speechReply(listener.listen(recording, onListened))
  },
}

export type SpeechWorker = typeof worker

Comlink.expose(worker)
