/** Headers without a Host of any spelling, which has a field of its own: Xray refuses it among them. */
export function withoutHost<T>(headers: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'))
}
