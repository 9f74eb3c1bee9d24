/** The form in which names are compared: two spellings of `é` are one name. What is written keeps its own spelling. */
export function comparableName(name: string): string {
  for (let at = 0; at < name.length; at++) if (!isSettled(name.charCodeAt(at))) return name.normalize('NFC')
  return name
}

/** Units that NFC never changes, wherever they stand: Latin, Han, Hangul syllables, emoji and flags. */
function isSettled(unit: number): boolean {
  if (unit < 0x300) return true
  if (unit < 0x3400) return false
  if (unit <= 0x9fff) return true
  // A half of a pair below counts by its first half.
  return (unit >= 0xac00 && unit <= 0xd7a3) || (unit >= 0xd83c && unit <= 0xd83e) || (unit >= 0xdc00 && unit <= 0xdfff)
}
