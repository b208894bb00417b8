import { createSHA256 } from 'hash-wasm'
import {
  type BrowserModel,
  type BrowserModelList,
  browserModelList,
  type BrowserModelName,
  browserModelNames,
  browserModelPath,
} from '#core/domain/browser-models.ts'
import { modelRuntime } from '#wasm/model-runtime.ts'
import { SpeechFailed } from './failed.ts'

/** Separate from builds' caches, which are deleted with them. */
const CACHE = 'speech-models'

/** Remaining and total bytes to download. */
export interface ModelBytes {
  readonly missing: number
  readonly total: number
}

/** A server's models: downloaded once, verified by digest, and cached in this browser. */
export class ModelStore {
  /** Address of the server; empty for the page's own. */
  private readonly server: string
  private readonly held = new Map<string, Blob>()
  private list: BrowserModelList | undefined

  constructor(server: string) {
    this.server = server
  }

  /** The required download. Throws `missing` if the server lacks a file, `offline` without a list. */
  async look(): Promise<ModelBytes> {
    const { files } = await this.listed()
    let missing = 0
    for (const file of files) if (!(await this.kept(this.addressOf(file)))) missing += file.bytes
    return { missing, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
  }

  /** Downloads what is missing, and deletes files of older versions. */
  async fetchAll(onProgress: (bytes: ModelBytes) => void): Promise<void> {
    const { files } = await this.listed()
    let { missing, total } = await this.look()
    onProgress({ missing, total })
    await this.runtime()
    for (const file of files) {
      if (await this.kept(this.addressOf(file))) continue
      await this.fetchOne(file, (bytes) => {
        missing -= bytes
        onProgress({ missing, total })
      })
    }
    await this.forgetOthers()
  }

  async bytesOf(name: BrowserModelName): Promise<Uint8Array> {
    const file = (await this.listed()).files.find((each) => each.name === name)
    const kept = file && (await this.kept(this.addressOf(file)))
    if (!kept) throw new SpeechFailed('missing', name)
    return new Uint8Array(await kept.arrayBuffer())
  }

  /** The runtime's code: cached beside the models, which need it. */
  async runtime(): Promise<ArrayBuffer> {
    const address = new URL(modelRuntime.runtimeURL, location.href).href
    const kept = await this.kept(address)
    if (kept) return kept.arrayBuffer()
    const answer = await reach(address)
    if (!answer.ok) throw new SpeechFailed('offline', `${answer.status}`)
    const content = await answer.blob()
    await this.keep(address, content)
    return content.arrayBuffer()
  }

  private addressOf(file: BrowserModel): string {
    return new URL(this.server + browserModelPath(file), location.href).href
  }

  /** The server's list, or the last known one while offline. */
  private async listed(): Promise<BrowserModelList> {
    this.list ??= await this.readList()
    return this.list
  }

  private async readList(): Promise<BrowserModelList> {
    const address = new URL(this.server + browserModelList, location.href).href
    let content: Blob | undefined
    try {
      const answer = await reach(address)
      if (answer.ok) content = await answer.blob()
    } catch (error) {
      if (!(error instanceof SpeechFailed)) throw error
    }
    content ??= await this.kept(address)
    if (!content) throw new SpeechFailed('offline')
    const list = JSON.parse(await content.text()) as BrowserModelList
    const lacks = browserModelNames.filter((name) => !list.files.some((file) => file.name === name))
    if (lacks.length > 0) throw new SpeechFailed('missing', lacks.join(', '))
    await this.keep(address, content)
    return list
  }

  private async fetchOne(file: BrowserModel, onBytes: (bytes: number) => void): Promise<void> {
    const address = this.addressOf(file)
    const answer = await reach(address)
    if (answer.status === 404) throw new SpeechFailed('missing', file.name)
    if (!answer.ok || !answer.body) throw new SpeechFailed('offline', `${answer.status}`)
    const hash = await createSHA256()
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new SpeechFailed('offline', String(error))
      })
      if (done) break
      hash.update(value)
      parts.push(value)
      onBytes(value.length)
    }
    if (hash.digest('hex') !== file.sha256) throw new SpeechFailed('damaged', file.name)
    await this.keep(address, new Blob(parts))
  }

  private async kept(address: string): Promise<Blob | undefined> {
    const held = this.held.get(address)
    if (held) return held
    const cache = await cacheOfModels()
    return (await cache?.match(address))?.blob()
  }

  /** Without storage or space, files stay in this worker's memory. */
  private async keep(address: string, content: Blob): Promise<void> {
    try {
      const cache = await cacheOfModels()
      if (cache) return await cache.put(address, new Response(content))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
    this.held.set(address, content)
  }

  private async forgetOthers(): Promise<void> {
    const cache = await cacheOfModels()
    const { files } = await this.listed()
    const wanted = new Set(files.map((file) => this.addressOf(file)))
    for (const path of [this.server + browserModelList, modelRuntime.runtimeURL])
      wanted.add(new URL(path, location.href).href)
    for (const { url } of (await cache?.keys()) ?? []) if (!wanted.has(url)) await cache?.delete(url)
  }
}

/** Undefined without storage: insecure contexts and private windows. */
async function cacheOfModels(): Promise<Cache | undefined> {
  if (!('caches' in self)) return undefined
  try {
    return await caches.open(CACHE)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

async function reach(address: string): Promise<Response> {
  try {
    return await fetch(address)
  } catch (error) {
    throw new SpeechFailed('offline', String(error))
  }
}
