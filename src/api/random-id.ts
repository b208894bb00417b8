/** An id that nobody else makes. `crypto.randomUUID` is not there where a page is not served securely, as in a house by http. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
