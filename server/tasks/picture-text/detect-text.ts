import type { Deps } from '../../app/deps.ts'
import type { FoundText } from '../../engines/ocr/engine.ts'
import type { EngineRegistry } from '../../engines/registry.ts'
import type { Picture } from '../../engines/pictures.ts'

/** Any language's engine finds text of all scripts: the reading is not used. */
const FINDER = { language: 'en' } as const

/** Text boxes of a picture, for reading and for erasing. */
export async function detectText(engines: EngineRegistry, picture: Picture, signal: AbortSignal): Promise<FoundText[]> {
  const [found = []] = await engines.withFailover('ocr', FINDER, signal, ({ engine }) =>
    engine.detect([picture], { signal }),
  )
  return found
}

/** Version of the text detection; part of its steps' keys. */
export function detectionVersion({ engines }: Pick<Deps, 'engines'>): string {
  return engines.versionOf('ocr', FINDER, ({ version }) => version)
}
