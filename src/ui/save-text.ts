/** How a text becomes a file. */
export interface TextFile {
  /** What ends a line: LF alone, CR and LF as Windows has it, or what the text has already. */
  readonly lineEnds?: 'lf' | 'crlf' | 'kept'
  /** Begins with the byte order mark, by which old programs of Windows know UTF-8. */
  readonly hasMark?: boolean
}

/** Hands bytes to the browser as a file. */
export function saveBytes(fileName: string, bytes: Uint8Array<ArrayBuffer>): void {
  saveBlob(fileName, new Blob([bytes], { type: 'application/octet-stream' }))
}

/** Hands a text to the browser as a file in UTF-8; its lines end in LF, and no byte order mark is added, unless asked for. */
export function saveText(fileName: string, text: string, { lineEnds = 'lf', hasMark = false }: TextFile = {}): void {
  const content =
    lineEnds === 'kept'
      ? text
      : text.replace(/^\ufeff/, '').replaceAll(/\r\n?|\n/g, lineEnds === 'crlf' ? '\r\n' : '\n')
  saveBlob(fileName, new Blob([hasMark ? '\ufeff' : '', content], { type: 'text/plain' }))
}

/** Hands a file to the browser to be saved. */
export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
