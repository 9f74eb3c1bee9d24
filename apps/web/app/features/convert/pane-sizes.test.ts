import { expect, test } from 'vitest'
import { paneSizes } from './pane-sizes.ts'

const WIDTHS = [1360, 1544, 1680, 2320]

test.each([
  { name: 'nothing was changed', kept: undefined },
  { name: 'a wide result was kept', kept: { convertOutput: 0.7 } },
  { name: 'a wide text and a wide result were kept', kept: { convertInput: 0.5, convertOutput: 0.7 } },
  { name: 'narrow panes were kept', kept: { convertInput: 0.01, convertOutput: 0.01 } },
])('the list keeps 320 pixels, and every size is within its limits: $name', ({ kept }) => {
  for (const width of WIDTHS)
    for (const isTextShown of [true, false]) {
      const { input, output } = paneSizes(width, kept, isTextShown)
      expect(width - input.size - output.size).toBeGreaterThanOrEqual(320)
      for (const { size, min, max, initial } of [input, output])
        for (const px of [size, initial]) {
          expect(px).toBeGreaterThanOrEqual(min)
          expect(px).toBeLessThanOrEqual(max)
        }
    }
})

test('a text that is not shown takes no width', () => {
  expect(paneSizes(1680, { convertInput: 0.4 }, false).input.size).toBe(0)
})
