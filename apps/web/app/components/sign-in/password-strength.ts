const PASSWORD_LENGTH = 10
const GOOD_LENGTH = 14
const GOOD_KINDS = 3
const FEW_LETTERS = 5

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good'

/** A hint while a new password is typed. The server decides: it knows the common ones. */
export function passwordStrength(password: string): PasswordStrength {
  const letters = Array.from(password)
  if (letters.length < PASSWORD_LENGTH) return 'short'
  if (new Set(letters).size <= FEW_LETTERS) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u, /\p{Lo}/u].filter((kind) => kind.test(password)).length
  return letters.length >= GOOD_LENGTH || kinds >= GOOD_KINDS ? 'good' : 'fair'
}
