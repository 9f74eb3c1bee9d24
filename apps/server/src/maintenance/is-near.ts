/** Whether all letters of one name but one are in the other: a letter too many, too few, another one, or two that changed places. */
export function isNear(one: string, other: string): boolean {
  const left = Array.from(other)
  for (const letter of one) {
    const at = left.indexOf(letter)
    if (at >= 0) left.splice(at, 1)
  }
  return Math.max(one.length, other.length) - (other.length - left.length) <= 1
}
