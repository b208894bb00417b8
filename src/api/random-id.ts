/** A unique id. `crypto.randomUUID` needs a secure context; intranets may use plain HTTP. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
