import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

const TEXT = 4.5
const SHAPE = 3

const SURFACES = ['page', 'sunken', 'card', 'raised']
const WORDS = ['fg', 'muted', 'link', 'success', 'info', 'warning', 'error']

const PAIRS: [front: string, back: string, least: number][] = [
  ...WORDS.flatMap((front) => SURFACES.map((back): [string, string, number] => [front, back, TEXT])),
  ...['success', 'info', 'warning', 'error'].map((tone): [string, string, number] => [tone, `${tone}-soft`, TEXT]),
  ...['fg', 'muted', 'link', 'error', 'warning'].map((front): [string, string, number] => [front, 'hover', TEXT]),
  ...['fg', 'muted'].flatMap((front): [string, string, number][] => [
    [front, 'selected', TEXT],
    [front, 'active', TEXT],
  ]),
  ['on-primary', 'primary', TEXT],
  ['on-primary', 'primary-hover', TEXT],
  ['page', 'fg', TEXT],
  // Bars that show how much is used.
  ...['meter-low', 'primary'].flatMap((front): [string, string, number][] =>
    ['meter-track', 'page', 'card'].map((back) => [front, back, SHAPE]),
  ),
  // Borders of controls, and the ring of what has the focus.
  ...['page', 'sunken', 'card', 'raised'].map((back): [string, string, number] => ['control-line', back, SHAPE]),
  ...['page', 'sunken', 'card', 'raised', 'hover', 'selected'].map((back): [string, string, number] => [
    'link',
    back,
    SHAPE,
  ]),
]

test.each([
  ['light', ':root'],
  ['dark', ':root.dark'],
])('every pair of colours of the %s theme can be read', (_theme, selector) => {
  const colors = colorsOf(selector)
  const weak = PAIRS.map(([front, back, least]) => ({
    front,
    back,
    least,
    ratio: contrast(colors[front]!, colors[back]!),
  }))
    .filter(({ ratio, least }) => !(ratio >= least))
    .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`)
  expect(weak).toEqual([])
})

test('the solid buttons have the contrast that was measured for them', () => {
  expect(contrast('#ffffff', colorsOf(':root')['primary']!)).toBeCloseTo(5.1, 1)
  expect(contrast('#020617', colorsOf(':root.dark')['primary']!)).toBeCloseTo(11.1, 0)
})

function colorsOf(selector: string): Record<string, string> {
  const start = css.indexOf(`\n${selector} {\n`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
