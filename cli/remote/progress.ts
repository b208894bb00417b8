/** A progress line on standard error: rewritten on a terminal, else a line per change of `step`. */
export function progressLine(): { show(step: string, share: number, more?: string): void; end(): void } {
  const { isTTY } = process.stderr
  let shown = ''
  return {
    show: (step, share, more = '') => {
      const text = `${step} ${Math.floor(share * 100)} %${more && ` · ${more}`}`
      const key = isTTY ? text : step
      if (key === shown) return
      shown = key
      process.stderr.write(isTTY ? `\r\u001B[K${text}` : `${step}\n`)
    },
    end: () => {
      if (isTTY && shown !== '') process.stderr.write('\r\u001B[K')
      shown = ''
    },
  }
}
