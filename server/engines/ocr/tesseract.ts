import { z } from 'zod'
import { defineEngine, installPackages } from '../ports.ts'
import { outputOf } from '../program-output.ts'

/** Text in pictures by tesseract; found and reported, no task uses it yet. */
export const adapter = defineEngine({
  port: 'ocr',
  name: 'tesseract',
  settings: z.object({}),
  async probe() {
    const [, ...languages] = (await outputOf('tesseract', ['--list-langs'])).split('\n').filter(Boolean)
    if (languages.length) return { serves: { languages }, detail: '' }
    const missing = installPackages({
      apt: 'tesseract-ocr tesseract-ocr-eng tesseract-ocr-chi-sim',
      brew: 'tesseract tesseract-lang',
      dnf: 'tesseract tesseract-langpack-chi_sim',
    })
    return { lacks: 'tesseract', missing, isOptional: false }
  },
})
