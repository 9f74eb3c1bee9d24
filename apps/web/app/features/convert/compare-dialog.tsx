export function CompareDialog(_: Record<string, unknown>) {
  return null
}
