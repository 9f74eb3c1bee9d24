import { expect, test } from 'vitest'
import { hasRoomForOptions, paneSizes } from './pane-sizes.ts'

const WIDTHS = [1360, 1416, 1544, 1680, 2320, 2504]

test.each([
  { name: 'nothing was changed', kept: undefined },
  { name: 'a wide result was kept', kept: { convertOutput: 0.7 } },
  { name: 'a wide text and a wide result were kept', kept: { convertInput: 0.5, convertOutput: 0.7 } },
  { name: 'narrow panes were kept', kept: { convertInput: 0.01, convertOutput: 0.01 } },
])('the list keeps its least width, and every size is within its limits: $name', ({ kept }) => {
  for (const width of WIDTHS)
    for (const isTextShown of [true, false])
      for (const areOptionsShown of [true, false]) {
        // Where the options have no room, text and list share one pane.
        const text = paneSizes(width, kept, isTextShown, false).input.size
        if (areOptionsShown && !hasRoomForOptions(width, text)) continue
        const { input, output } = paneSizes(width, kept, isTextShown, areOptionsShown)
        const list = width - input.size - output.size - (areOptionsShown ? 360 : 0)
        expect(list).toBeGreaterThanOrEqual(areOptionsShown ? 576 : 320)
        for (const { size, min, max, initial } of [input, output])
          for (const px of [size, initial]) {
            expect(px).toBeGreaterThanOrEqual(min)
            expect(px).toBeLessThanOrEqual(max)
          }
      }
})

test.each([
  [1415, 0, false],
  [1416, 0, true],
  [1920, 505, false],
  [1920, 504, true],
])('a frame of %i pixels with a text of %i has room for the options: %s', (width, text, hasRoom) => {
  expect(hasRoomForOptions(width, text)).toBe(hasRoom)
})

test('a text that is not shown takes no width', () => {
  expect(paneSizes(1680, { convertInput: 0.4 }, false, false).input.size).toBe(0)
})

test('with the options beside it the result is as wide as its splitter says', () => {
  const { output } = paneSizes(1624, undefined, false, true)
  expect(output).toMatchObject({ size: 1624 - 360 - 576, min: 480, max: 1624 - 360 - 576 })
})
