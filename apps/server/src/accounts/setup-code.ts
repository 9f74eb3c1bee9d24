import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { Rows } from '../db/rows.ts'

const BITS = 80
const ONLY_OWNER = 0o600
const ROW = 1

/** Whether no account was ever made. A table that was emptied later does not count. */
export async function needsSetup(rows: Rows): Promise<boolean> {
  const state = await rows.selectFrom('setup_state').select('done_at').where('id', '=', ROW).executeTakeFirst()
  return state === undefined || state.done_at === null
}

/**
 * The code that the first account needs: a kept one, or a new one in a file that its owner alone can read. Undefined
 * once there was an account; the file is gone then.
 */
export async function prepareSetupCode(rows: Rows, folder: string): Promise<string | undefined> {
  const file = join(folder, 'setup-code')
  const state = await rows.selectFrom('setup_state').selectAll().where('id', '=', ROW).executeTakeFirst()
  if (state && state.done_at !== null) {
    rmSync(file, { force: true })
    return undefined
  }
  const kept = codeIn(file)
  if (kept !== undefined && state?.code_hash === hashToken(kept)) return kept
  const code = drawToken(BITS)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${code}\n`, { mode: ONLY_OWNER, flush: true })
  renameSync(draft, file)
  await rows
    .insertInto('setup_state')
    .values({ id: ROW, code_hash: hashToken(code), done_at: null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ code_hash: hashToken(code) })
        .where('setup_state.done_at', 'is', null),
    )
    .execute()
  return code
}

/** Uses the code up, in the transaction that makes the first account; false for a wrong one, and after the first account. */
export async function useSetupCode(rows: Rows, code: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await rows
    .updateTable('setup_state')
    .set({ done_at: now })
    .where('id', '=', ROW)
    .where('done_at', 'is', null)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function codeIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // There is none yet: one is made.
    return undefined
  }
}
