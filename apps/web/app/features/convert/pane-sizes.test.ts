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
      const { input, output } = paneSizes(width, kept, isTextShown, false)
      expect(width - input.size - output.size).toBeGreaterThanOrEqual(320)
      for (const { size, min, max, initial } of [input, output])
        for (const px of [size, initial]) {
          expect(px).toBeGreaterThanOrEqual(min)
          expect(px).toBeLessThanOrEqual(max)
        }
    }
})

test('a text that is not shown takes no width', () => {
  expect(paneSizes(1680, { convertInput: 0.4 }, false, false).input.size).toBe(0)
})

test('with the options beside it the result is as wide as its splitter says, and the list keeps 576 pixels', () => {
  const { output } = paneSizes(1624, undefined, false, true)
  expect(output).toMatchObject({ size: 1624 - 360 - 576, min: 480, max: 1624 - 360 - 576 })
  const { input } = paneSizes(2504, { convertInput: 0.9 }, true, true)
  expect(2504 - input.size - 480 - 360).toBe(576)
})
