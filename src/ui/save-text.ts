/** Hands a text to the browser as a file. The byte order mark shows old players that it is UTF-8. */
export function saveText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'application/x-subrip' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
