import { z } from 'zod'
import { languageCodes } from '#core/domain/languages.ts'
import { defineEngine, installPackages } from '../ports.ts'
import { firstLineOf } from '../program-output.ts'

/** Voices by espeak-ng; found and reported, no task uses it yet. */
export const adapter = defineEngine({
  port: 'tts',
  name: 'espeak-ng',
  settings: z.object({}),
  async probe() {
    const version = await firstLineOf('espeak-ng', ['--version'])
    if (version) return { serves: { languages: languageCodes }, detail: version }
    const missing = installPackages({ apt: 'espeak-ng', brew: 'espeak-ng', dnf: 'espeak-ng' })
    return { lacks: 'espeak-ng', missing, isOptional: false }
  },
})
