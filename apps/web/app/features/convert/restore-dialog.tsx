export function RestoreDialog(_: Record<string, unknown>) {
  return null
}
