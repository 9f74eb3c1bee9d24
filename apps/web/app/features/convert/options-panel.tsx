export function OptionsPanel(_: Record<string, unknown>) {
  return null
}
