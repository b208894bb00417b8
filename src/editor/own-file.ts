/** A file of keys or of rules has some kilobytes. */
const MOST_BYTES = 512 * 1024

/** The text of a file that this editor wrote and another person may have changed; nothing of one that it can't be. */
export async function textOfOwnFile(file: File): Promise<string> {
  return file.size > MOST_BYTES ? '' : file.text()
}
