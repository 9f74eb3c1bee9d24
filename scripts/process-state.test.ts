import { expect, test, vi } from 'vitest'
import { changesOf, processState } from './process-state.ts'

const listener = () => undefined

test.each<[name: string, change: () => unknown, undo: () => unknown]>([
  ['globalThis.ownGlobal', () => vi.stubGlobal('ownGlobal', 1), () => vi.unstubAllGlobals()],
  ['globalThis.fetch', () => vi.stubGlobal('fetch', listener), () => vi.unstubAllGlobals()],
  ['console.log', () => vi.spyOn(console, 'log'), () => vi.restoreAllMocks()],
  ['Math.random', () => vi.spyOn(Math, 'random'), () => vi.restoreAllMocks()],
  ['process.stdout.write', () => vi.spyOn(process.stdout, 'write'), () => vi.restoreAllMocks()],
  ['process.env.OWN_SETTING', () => vi.stubEnv('OWN_SETTING', '1'), () => vi.unstubAllEnvs()],
  ['process.env.PATH', () => vi.stubEnv('PATH', undefined), () => vi.unstubAllEnvs()],
  ['process.exitCode', () => (process.exitCode = 0), () => (process.exitCode = undefined)],
  ['process.cwd()', () => vi.spyOn(process, 'cwd').mockReturnValue('/elsewhere'), () => vi.restoreAllMocks()],
  ['listeners for SIGUSR2', () => process.on('SIGUSR2', listener), () => process.off('SIGUSR2', listener)],
])('%s is seen when it is another', (name, change, undo) => {
  const before = processState()
  change()
  const changes = changesOf(before, processState())
  undo()
  expect(changes).toEqual([name])
  expect(changesOf(before, processState())).toEqual([])
})

test('a clock that a test turns is seen', () => {
  const before = processState()
  vi.useFakeTimers()
  const changes = changesOf(before, processState())
  vi.useRealTimers()
  expect(changes).toEqual(expect.arrayContaining(['globalThis.Date', 'globalThis.setTimeout']))
  expect(changesOf(before, processState())).toEqual([])
})
