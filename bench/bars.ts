/** The editor's limits, each relative to a measurement of the same run. */
import { number, printTable } from './table.ts'

interface Bar {
  /** What is measured, and for how many cues. */
  readonly name: string
  readonly ours: number
  /** 1 if the limit is an absolute figure. */
  readonly peer: number
  readonly peerName: string
  /** Ours is at most this many times the peer. */
  readonly limit: number
}

const bars: Bar[] = []

/** Adds a bar to the final table; unmeasured ones are dropped. */
export function bar(name: string, ours: number | undefined, peerName: string, peer: number | undefined, limit: number) {
  if (ours === undefined || peer === undefined) return
  bars.push({ name, ours, peer, peerName, limit })
}

/** Prints all measured bars, and whether each is met. */
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
