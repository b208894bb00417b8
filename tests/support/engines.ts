import { engineAdapters } from '#server/engines/index.ts'
import type { EngineAdapter, Port } from '#server/engines/ports.ts'

/** Probes are cached by settings: probing starts twenty programs. */
function probedOnce(adapter: EngineAdapter): EngineAdapter {
  const found = new Map<string, ReturnType<EngineAdapter['probe']>>()
  return {
    ...adapter,
    probe: (settings) => {
      const key = JSON.stringify(settings)
      const probed = found.get(key) ?? adapter.probe(settings)
      found.set(key, probed)
      return probed
    },
  }
}
/** The product's engines, each probed once for all servers of a process. */
export const knownAdapters = engineAdapters.map(probedOnce)

/** Those of some ports: others need not be looked for. */
export const adaptersOf = (...ports: readonly Port[]): EngineAdapter[] =>
  knownAdapters.filter(({ port }) => ports.includes(port))
