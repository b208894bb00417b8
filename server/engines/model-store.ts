import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { type Env, readSettings, serviceAddress } from '../settings.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import { catalogue, type ModelEntry } from './models/catalogue.ts'
import { fetchModel, FetchFailed, installRuntime, verifyModel } from './models/fetch.ts'
import { missingFiles, modelPath, modelsSettings, runtimePath } from './models/folder.ts'

const settings = z.object({ ...modelsSettings, MODELS_URL: serviceAddress })

/** Folder and address of weights, from the environment. Throws a ConfigError about a wrong setting. */
export function modelPlaces(env: Env): { folder: string; base: string } {
  const { MODELS_DIR: folder, MODELS_URL: base = 'https://huggingface.co' } = readSettings(settings, env)
  return { folder, base }
}

export type { ModelEntry } from './models/catalogue.ts'

/** State of a model on this machine. */
export interface ModelStatus {
  readonly entry: ModelEntry
  readonly state: 'absent' | 'part' | 'fetching' | 'checking' | 'here'
  readonly file: string
  readonly doneBytes: number
  readonly totalBytes: number
  /** Errors of the last fetch or check. */
  readonly problems: readonly SetupMessage[]
}

interface Work {
  readonly kind: 'fetching' | 'checking'
  readonly control: AbortController
  file: string
  doneBytes: number
  totalBytes: number
}

/** The weights on this machine, with background fetches and checks. */
export class ModelStore {
  private readonly folder: string
  private readonly base: string
  private readonly work = new Map<string, Work>()
  private readonly problems = new Map<string, readonly SetupMessage[]>()

  constructor(folder: string, base: string) {
    this.folder = folder
    this.base = base
  }

  /** All models of the catalogue. */
  list(): Promise<ModelStatus[]> {
    return Promise.all(catalogue.map((entry) => this.statusOf(entry)))
  }

  /** The catalogue's entry of this name. */
  find(name: string): ModelEntry | undefined {
    return catalogue.find((entry) => entry.name === name)
  }

  async statusOf(entry: ModelEntry): Promise<ModelStatus> {
    const { kind, file = '', doneBytes = 0, totalBytes = 0 } = this.work.get(entry.name) ?? {}
    const state = kind ?? (await this.stateOnDisk(entry))
    return { entry, state, file, doneBytes, totalBytes, problems: this.problems.get(entry.name) ?? [] }
  }

  /** Starts to fetch a model; does nothing during a fetch or check of it. */
  fetch(entry: ModelEntry): void {
    this.begin(entry, 'fetching', async (work) => {
      await fetchModel(entry, {
        ...{ folder: this.folder, base: this.base, signal: work.control.signal },
        onProgress: ({ path }, bytes, total) =>
          Object.assign(work, { file: path, doneBytes: bytes, totalBytes: total }),
      })
      await installRuntime(this.folder, entry)
      return []
    })
  }

  /** Starts to compare a model's files with their checksums. */
  verify(entry: ModelEntry): void {
    this.begin(entry, 'checking', () => verifyModel(this.folder, entry))
  }

  /** Cancels a fetch; the next one resumes it. */
  cancel(entry: ModelEntry): void {
    this.work.get(entry.name)?.control.abort()
  }

  /** Cancels everything in progress. */
  stop(): void {
    for (const { control } of this.work.values()) control.abort()
  }

  private begin(entry: ModelEntry, kind: Work['kind'], task: (work: Work) => Promise<SetupMessage[]>): void {
    if (this.work.has(entry.name)) return
    const work: Work = { kind, control: new AbortController(), file: '', doneBytes: 0, totalBytes: 0 }
    this.work.set(entry.name, work)
    this.problems.delete(entry.name)
    const ended = task(work).catch((error: unknown): SetupMessage[] => {
      if (work.control.signal.aborted) return []
      return [
        error instanceof FetchFailed ? error.setupMessage : { key: 'other_fault', params: { cause: String(error) } },
      ]
    })
    void ended.then((faults) => {
      if (faults.length > 0) this.problems.set(entry.name, faults)
      this.work.delete(entry.name)
    })
  }

  private async stateOnDisk(entry: ModelEntry): Promise<'absent' | 'part' | 'here'> {
    const missing = await missingFiles(this.folder, entry)
    if (missing.length === 0 && runtimePath(this.folder, entry) !== undefined) return 'here'
    if (missing.length < entry.files.length) return 'part'
    const [first] = missing
    return first && (await isBegun(modelPath(this.folder, first))) ? 'part' : 'absent'
  }
}

async function isBegun(path: string): Promise<boolean> {
  const names = await readdir(dirname(path)).catch((): string[] => [])
  return names.includes(`${basename(path)}.part`)
}

/** The weights of this machine. Throws a ConfigError about a wrong setting. */
export function openModels(env: Env): ModelStore {
  const { folder, base } = modelPlaces(env)
  return new ModelStore(folder, base)
}
