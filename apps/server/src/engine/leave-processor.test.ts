import { execFile } from 'node:child_process'
import type os from 'node:os'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveProcessor, letOthersLeaveProcessor } from './leave-processor.ts'

const { setPriority } = vi.hoisted(() => ({ setPriority: vi.fn() }))
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), setPriority }))
afterEach(() => void setPriority.mockReset())

const PROGRAM = `
  const { letOthersLeaveProcessor } = await import(${JSON.stringify(new URL('leave-processor.ts', import.meta.url).href)})
  const { readdirSync, readFileSync } = await import('node:fs')
  await letOthersLeaveProcessor()
  const niceness = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ').at(-1).split(' ')[16]
  const threads = readdirSync('/proc/self/task').filter((thread) => thread !== String(process.pid))
  console.log(JSON.stringify({ own: niceness(process.pid), others: threads.map(niceness) }))
`

test.skipIf(process.platform !== 'linux')(
  'the main thread keeps its priority, all other threads get less',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM])
    const { own, others } = JSON.parse(stdout) as { own: string; others: string[] }
    expect(Number(own)).toBeLessThan(15)
    expect(others.length).toBeGreaterThan(4)
    expect(new Set(others)).toEqual(new Set(['15']))
  },
)

test.skipIf(process.platform !== 'linux')('the server works where a sandbox forbids to set priorities', async () => {
  setPriority.mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
  })
  leaveProcessor()
  await letOthersLeaveProcessor()
  expect(setPriority).toHaveBeenCalled()
})
