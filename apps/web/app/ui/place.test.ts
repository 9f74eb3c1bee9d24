import { expect, test } from 'vitest'
import { placeBeside } from './place.ts'

const view = { width: 400, height: 300 }
const button = { left: 100, right: 140, top: 100, bottom: 120 }

test.each([
  ['under it, where there is room', button, { width: 80, height: 60 }, 'bottom', 'start', { left: 100, top: 124 }],
  ['with its right edges in line', button, { width: 80, height: 60 }, 'bottom', 'end', { left: 60, top: 124 }],
  [
    'over it, when there is more room',
    { ...button, top: 250, bottom: 270 },
    { width: 80, height: 60 },
    'bottom',
    'start',
    { left: 100, top: 186 },
  ],
  ['beside it', button, { width: 80, height: 20 }, 'right', 'center', { left: 144, top: 100 }],
  [
    'inside the window, whatever it is beside',
    { ...button, left: 380, right: 396 },
    { width: 200, height: 20 },
    'bottom',
    'start',
    { left: 192, top: 124 },
  ],
] as const)('something is put %s', (_where, box, size, side, align, place) => {
  expect(placeBeside(box, size, view, side, align)).toEqual(place)
})
