import { execFile } from 'node:child_process'
import type os from 'node:os'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveProcessor, letOthersLeaveProcessor } from './leave-processor.ts'

const { setPriority } = vi.hoisted(() => ({ setPriority: vi.fn() }))
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), setPriority }))
afterEach(() => {
  setPriority.mockReset()
  vi.unstubAllEnvs()
})

/** The number of this policy in `/proc/[pid]/stat` (man 5 proc). */
const SCHED_IDLE = '5'

const PROGRAM = `
  const { leaveProcessor, letOthersLeaveProcessor } = await import(${JSON.stringify(new URL('leave-processor.ts', import.meta.url).href)})
  const { readdirSync, readFileSync } = await import('node:fs')
  await letOthersLeaveProcessor()
  const stat = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ').at(-1).split(' ')
  const niceness = (thread) => stat(thread)[16]
  const threads = readdirSync('/proc/self/task').filter((thread) => thread !== String(process.pid))
  const own = niceness(process.pid)
  await leaveProcessor()
  console.log(JSON.stringify({ own, others: threads.map(niceness), engine: niceness(process.pid), policy: stat(process.pid)[38] }))
`

test.skipIf(process.platform !== 'linux')(
  'the main thread keeps its priority, the threads that help it have at least 10, and the engine has 19 and yields at once',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM])
    const { own, others, engine, policy } = JSON.parse(stdout) as Record<'own' | 'engine' | 'policy', string> & {
      others: string[]
    }
    expect(Number(own)).toBe(getPriority())
    expect(others.length).toBeGreaterThan(4)
    expect(new Set(others)).toEqual(new Set([String(Math.max(10, getPriority()))]))
    expect(engine).toBe('19')
    expect(policy).toBe(SCHED_IDLE)
  },
)

test.skipIf(process.platform !== 'linux')('the server works where a sandbox forbids to set priorities', async () => {
  vi.stubEnv('PATH', '/nowhere')
  setPriority.mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
  })
  await leaveProcessor()
  await letOthersLeaveProcessor()
  expect(setPriority).toHaveBeenCalled()
})
