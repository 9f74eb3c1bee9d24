const SECRET_BYTES = 18

/** A secret for the controller: 24 letters, digits, `-` and `_`. */
export function randomSecret(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
