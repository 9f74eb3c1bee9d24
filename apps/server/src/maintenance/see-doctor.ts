import { statfs } from 'node:fs/promises'
import { parseRanges } from '@switchyard/outbound'
import { createAskProvider } from '../fetch/ask-provider.ts'
import { mailCheck } from '../fetch/mail.ts'
import { surroundingsOf } from '../fetch/network.ts'
import { createSafeFetch } from '../fetch/safe-fetch.ts'
import { createLog } from '../log.ts'
import { examine } from './doctor.ts'

/** What stands before a sentence. */
const MARKS = { well: '✓', warning: '!', fault: '✗' } as const

/** Prints what the doctor says of these settings, with the ways out that they name. Returns the exit code. */
export async function seeDoctor(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  let faults = 0
  const seen = examine({
    environment,
    waysOf: (settings) => ({
      safeFetch: createSafeFetch({ log: createLog('silent'), ...surroundingsOf(settings) }),
      askHere: createAskProvider({ network: { privateRanges: parseRanges(['0.0.0.0/0', '::/0']), ownAddresses: [] } }),
      checkMail: mailCheck(settings),
    }),
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    now: Date.now,
  })
  for await (const { state, sentence } of seen) {
    console.log(`${MARKS[state]} ${sentence}`)
    if (state === 'fault') faults++
  }
  return faults === 0 ? 0 : 1
}
