import { expect, test } from 'vitest'
import { withinRoom } from './config-history.ts'
import type { OpenConfig } from './panel.ts'

const step = (text: string): OpenConfig => ({
  name: 'a',
  text,
  opened: text,
  client: 'mihomo',
  origin: { kind: 'pasted' },
})
const history = (...texts: string[]) => ({ now: step('now'), past: [null, ...texts.map(step)], future: [] })
const left = (room: number) => withinRoom(history('aaaa', 'bbb', 'cc'), room).past.map((one) => one?.text)

test.each([
  [9, [undefined, 'aaaa', 'bbb', 'cc']],
  [8, ['bbb', 'cc']],
  [5, ['bbb', 'cc']],
  [4, ['cc']],
  // However long it is, the last step can be undone.
  [1, ['cc']],
])('with room for %d characters the steps %j are left', (room, texts) => {
  expect(left(room)).toEqual(texts)
})

test('nothing to undo stays nothing', () => {
  expect(withinRoom({ now: null, past: [], future: [] }, 1).past).toEqual([])
})
