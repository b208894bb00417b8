import { infer } from './host.ts'

let version: Promise<string> | undefined

/** Version of the model runtime, cached; empty if it does not run on this machine. */
export function runtimeVersion(): Promise<string> {
  version ??= infer('onnxruntime', 'versionOfRuntime', undefined).catch(() => '')
  return version
}
