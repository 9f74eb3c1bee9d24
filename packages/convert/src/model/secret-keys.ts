/** Keys of configs whose texts are secrets. */
const SECRET_KEY = /secret|pass|token|key|auth|uuid|user|psk|credential/i

/** Whether the text of a key of a config may be a secret, by the name of the key. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key)
}
