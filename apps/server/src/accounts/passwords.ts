import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'

interface Cost {
  memoryCost: number
  timeCost: number
}

/** What one hash costs: 19 MiB and two rounds, the least that OWASP names for argon2id. */
const COST: Cost = { memoryCost: 19 * 1024, timeCost: 2 }
const AT_ONCE = 4
/** Of a text that nobody has: an unknown user costs as much time as a known one. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$c3dpdGNoeWFyZC1kdW1teQ$6Nni1Z1GVvZbuZJQwKWkTmuZ9U4cRkN1A2eZ2BSbDHM'

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes memory: only a few are made at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** What is kept of a password: argon2id, which is what the library makes where nobody says. */
export function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), { ...cost, parallelism: 1 }))
}

/** Whether it is the password of this hash. Takes as long where there is no hash. */
export async function isPassword(kept: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(kept ?? DUMMY, password.normalize('NFC')))
  return fits && kept !== undefined
}

/** Whether a hash was made at a lower cost than hashes are made now. */
export function isOutdated(kept: string): boolean {
  const [, memory, rounds] = /\$m=(\d+),t=(\d+),/.exec(kept) ?? []
  return Number(memory) < COST.memoryCost || Number(rounds) < COST.timeCost
}

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is among those that are tried first. The list: the entries of ten letters and more of the 49,233
 * commonest passwords in `@zxcvbn-ts/language-common` 4.1.3 (MIT licence); shorter ones are refused anyway.
 */
export function isCommon(password: string): boolean {
  common ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return common.has(password.normalize('NFC').toLowerCase())
}
