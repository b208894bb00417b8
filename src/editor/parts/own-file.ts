/** Files of keys or rules have a few kilobytes. */
const MOST_BYTES = 512 * 1024

/** Text of an exported file, which may have been edited; empty if it is too large to be one. */
export async function textOfOwnFile(file: File): Promise<string> {
  return file.size > MOST_BYTES ? '' : file.text()
}
