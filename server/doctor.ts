import type { EngineReport } from './engines/capabilities.ts'

const purposes: Record<EngineReport['kind'], string> = {
  media: 'media',
  speech: 'speech to text',
  translate: 'translation',
  ocr: 'text in pictures',
  voice: 'voices',
}

/** What to install for an engine that is missing, by package manager. */
const packages: Record<string, { apt: string; brew: string; dnf: string }> = {
  ffmpeg: { apt: 'ffmpeg', brew: 'ffmpeg', dnf: 'ffmpeg' },
  tesseract: {
    apt: 'tesseract-ocr tesseract-ocr-eng tesseract-ocr-chi-sim',
    brew: 'tesseract tesseract-lang',
    dnf: 'tesseract tesseract-langpack-chi_sim',
  },
  'espeak-ng': { apt: 'espeak-ng', brew: 'espeak-ng', dnf: 'espeak-ng' },
  pocketsphinx: { apt: 'pocketsphinx pocketsphinx-en-us', brew: '', dnf: 'pocketsphinx pocketsphinx-models' },
  apertium: { apt: 'apertium apertium-eng-spa', brew: '', dnf: 'apertium apertium-eng-spa' },
}

/** One line an engine: what it can do, or how to get it. */
export function engineLines(reports: readonly EngineReport[]): string[] {
  return reports.map((report) => {
    const head = `${report.available ? '✓' : '✗'} ${report.name} (${purposes[report.kind]})`
    return report.available ? `${head}${abilities(report)}` : `${head}: not here. ${howToGet(report.name)}`
  })
}

function abilities(report: EngineReport): string {
  if (report.languages.length === 0) return ''
  const shown = report.languages.slice(0, 8).join(' ')
  return `: ${shown}${report.languages.length > 8 ? ` and ${report.languages.length - 8} more` : ''}`
}

function howToGet(name: string): string {
  const names = packages[name]
  if (!names) return ''
  const ways = [`apt-get install ${names.apt}`, names.brew && `brew install ${names.brew}`, `dnf install ${names.dnf}`]
  return `Install it: ${ways.filter(Boolean).join(' | ')}`
}
