import type { Deps } from '../../app/deps.ts'
import type { FoundText } from '../../engines/ocr/engine.ts'
import type { EngineRegistry } from '../../engines/registry.ts'
import type { Picture } from '../../engines/pictures.ts'

/** Any engine of this language finds text of all scripts: what is read in it does not matter. */
const FINDER = { language: 'en' } as const

/** Where text stands in a picture, for reading it as for erasing it. */
export async function detectText(engines: EngineRegistry, picture: Picture, signal: AbortSignal): Promise<FoundText[]> {
  const [found = []] = await engines.withFailover('ocr', FINDER, signal, ({ engine }) =>
    engine.detect([picture], { signal }),
  )
  return found
}

/** Version of what finds text; part of the keys of steps that do. */
export function detectionVersion({ engines }: Pick<Deps, 'engines'>): string {
  return engines.versionOf('ocr', FINDER, ({ version }) => version)
}
