/** How a text is written to a file. */
export interface TextFile {
  /** Line ends: LF, CR and LF as on Windows, or those of the text. */
  readonly lineEnds?: 'lf' | 'crlf' | 'kept'
  /** Starts with a byte order mark, by which old Windows programs recognise UTF-8. */
  readonly hasMark?: boolean
}

/** Saves bytes as a file by the browser. */
export function saveBytes(fileName: string, bytes: Uint8Array<ArrayBuffer>): void {
  saveBlob(fileName, new Blob([bytes], { type: 'application/octet-stream' }))
}

/** Saves a text as a UTF-8 file; by default with LF line ends and without a byte order mark. */
export function saveText(fileName: string, text: string, { lineEnds = 'lf', hasMark = false }: TextFile = {}): void {
  const content =
    lineEnds === 'kept'
      ? text
      : text.replace(/^\ufeff/, '').replaceAll(/\r\n?|\n/g, lineEnds === 'crlf' ? '\r\n' : '\n')
  saveBlob(fileName, new Blob([hasMark ? '\ufeff' : '', content], { type: 'text/plain' }))
}

/** Saves a blob as a file by the browser. */
export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
