export function QrDialog(_: Record<string, unknown>) {
  return null
}
