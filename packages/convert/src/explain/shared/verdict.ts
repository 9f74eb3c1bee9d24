/** Whether a condition holds: `NO`, `YES`, or the facts that it hangs on and that nobody told, as bits. */
export type Verdict = number

export const NO: Verdict = 0
export const YES: Verdict = 1

/** What a condition may ask for. `unread`: a list whose text is not at hand; `other`: what no question can say. */
export const FACTS = {
  address: 2,
  name: 4,
  protocol: 8,
  port: 16,
  network: 32,
  process: 64,
  source: 128,
  'source-port': 256,
  inbound: 512,
  other: 1024,
  unread: 2048,
} as const satisfies Readonly<Record<string, Verdict>>

export type Fact = keyof typeof FACTS

/** Holds where both do. */
export function both(a: Verdict, b: Verdict): Verdict {
  if (a === NO || b === NO) return NO
  if (a === YES) return b
  return b === YES ? a : a | b
}

/** Holds where one of them does. */
export function either(a: Verdict, b: Verdict): Verdict {
  if (a === YES || b === YES) return YES
  if (a === NO) return b
  return b === NO ? a : a | b
}

/** Holds where the other one does not. */
export function opposite(verdict: Verdict): Verdict {
  return verdict === NO ? YES : verdict === YES ? NO : verdict
}

/** What is known for certain. */
export function verdictOf(holds: boolean): Verdict {
  return holds ? YES : NO
}

/** The facts that a verdict hangs on. */
export function factsIn(verdict: Verdict): Fact[] {
  if (verdict <= YES) return []
  // An object may hold more keys than its type says; this table does not.
  return (Object.keys(FACTS) as Fact[]).filter((fact) => (verdict & FACTS[fact]) !== 0)
}
