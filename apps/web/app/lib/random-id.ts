/** A name that nothing else has. Not `crypto.randomUUID`: over plain http there is none. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
