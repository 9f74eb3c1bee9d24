const MOST = 1000

/**
 * The same function of a short text, whose last answers are remembered: those who ask for a subscription ask again and again.
 * Once it is full all are forgotten. To find out which was asked last would cost more than to work a thousand out again.
 */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, { answer: T }>()
  return (text) => {
    const found = known.get(text)
    if (found) return found.answer
    if (known.size === MOST) known.clear()
    const answer = work(text)
    known.set(text, { answer })
    return answer
  }
}
