import { expect, test } from 'vitest'
import { panelWidth } from './use-panel-width.ts'

test.each([
  ['half of it until somebody moves it', 1200, undefined, 600],
  ['the share that was chosen', 1200, 0.4, 480],
  ['no more than leaves the text its room', 1200, 0.9, 840],
  ['no less than it needs', 1200, 0.05, 360],
  ['its least width where there is room for one', 600, 0.5, 360],
])('the panel has %s', (_, frame, share, size) => {
  expect(panelWidth(frame, share).size).toBe(size)
})
