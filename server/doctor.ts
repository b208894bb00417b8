import type { EnginePort } from '#core/domain/engines.ts'
import { setupText } from './app/messages.ts'
import type { WorkerOffers } from './engines/offers.ts'
import { coverageOf, type EngineReport, reportsToShow } from './engines/registry.ts'

const purposes: Record<EnginePort, string> = {
  ffmpeg: 'media',
  asr: 'speech to text',
  translate: 'translation',
  ocr: 'text in pictures',
  tts: 'voices',
  vad: 'speech activity',
  separate: 'voices apart from background',
  erase: 'painting over text',
  clone: 'voices like a recorded one',
  diarise: 'telling speakers apart',
  embed: 'likeness of voices',
  align: 'when known words are said',
}

/** One line per engine: what it can do, or how to get it. */
export function engineLines(reports: readonly EngineReport[]): string[] {
  return reportsToShow(reports).map((report) => {
    const head = `${report.isOffered ? '✓' : '✗'} ${report.label} (${purposes[report.port]})`
    const problem = report.problem ? `. ${setupText('en', report.problem)}` : ''
    return report.isOffered ? `${head}${abilities(report)}${problem}` : `${head}: not here. ${remedyOf(report)}`
  })
}

/** A running worker with its offers, one line per engine. */
export function workerLines({ host, process, queues, reports }: WorkerOffers): string[] {
  const head = `✓ worker on ${host}, process ${process}: takes ${queues.join(', ')}`
  return [head, ...engineLines(reports).map((line) => `  ${line}`)]
}

/** One line per engine that waits for a setting. */
export function optionalLines(reports: readonly EngineReport[]): string[] {
  return reports
    .filter((report) => report.isOptional)
    .map((report) => `· ${report.label} (${purposes[report.port]}): ${remedyOf(report)}`)
}

function remedyOf({ remedy }: EngineReport): string {
  return remedy ? setupText('en', remedy) : ''
}

function abilities(report: EngineReport): string {
  const all = coverageOf(report)
  const unit = report.serves.abilities?.priceUnit
  const price = unit === undefined || unit === 'free' ? '' : `; priced by the ${unit}`
  if (all.length === 0) return price
  return `: ${all.slice(0, 8).join(' ')}${all.length > 8 ? ` and ${all.length - 8} more` : ''}${price}`
}
