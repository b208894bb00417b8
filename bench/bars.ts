/** What the editor has to keep to, each beside what it is measured against in the same run. */
import { number, printTable } from './table.ts'

interface Bar {
  /** What costs, and for how many lines. */
  readonly name: string
  readonly ours: number
  /** 1 where the limit is a figure by itself. */
  readonly peer: number
  readonly peerName: string
  /** Ours is at most so many times the peer. */
  readonly limit: number
}

const bars: Bar[] = []

/** Takes a bar into the table at the end; what could not be measured is no bar. */
export function bar(name: string, ours: number | undefined, peerName: string, peer: number | undefined, limit: number) {
  if (ours === undefined || peer === undefined) return
  bars.push({ name, ours, peer, peerName, limit })
}

/** Prints all bars that were measured, with whether each is met. */
export function printBars(): void {
  if (bars.length === 0) return
  const rows = bars.map(({ name, ours, peer, peerName, limit }) => {
    const ratio = ours / peer
    return [
      name,
      number(ours),
      `${peerName} ${number(peer)}`,
      number(ratio),
      `≤ ${limit}`,
      ratio <= limit ? 'yes' : 'no',
    ]
  })
  printTable('Bars of the editor', ['bar', 'here', 'against', 'ratio', 'limit', 'met'], rows)
}
