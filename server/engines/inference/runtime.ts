import { infer } from './host.ts'

let version: Promise<string> | undefined

/** Version of the runtime for models, or an empty text where it does not run on this machine. Looked for once. */
export function runtimeVersion(): Promise<string> {
  version ??= infer('onnxruntime', 'versionOfRuntime', undefined).catch(() => '')
  return version
}
