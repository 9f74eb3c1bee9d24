import type { Database } from './database.ts'

const KEPT_MS = 5000
const ROW = 1

/** Whether the database takes a row now. What it answered is kept for five seconds, so that nobody makes it write more. */
export function writeCheck({ query }: Database, now: () => number): () => Promise<boolean> {
  let kept: { at: number; answer: Promise<boolean> } | undefined
  const write = async () => {
    try {
      await query
        .insertInto('write_check')
        .values({ id: ROW, written_at: now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now() }))
        .execute()
      return true
    } catch {
      return false
    }
  }
  return () => {
    if (!kept || Math.abs(now() - kept.at) >= KEPT_MS) kept = { at: now(), answer: write() }
    return kept.answer
  }
}
