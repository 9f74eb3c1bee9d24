import { expect, test } from 'vitest'
import { svgNodes } from './svg-nodes.ts'

test('shapes become plain elements', () => {
  expect(svgNodes('<g fill="none"><path d="M0 0"/><circle cx="1" cy="2" r="3"></circle></g>')).toEqual([
    [
      'g',
      { fill: 'none' },
      [
        ['path', { d: 'M0 0' }],
        ['circle', { cx: '1', cy: '2', r: '3' }, []],
      ],
    ],
  ])
})

test('a mask is left out, what it covers stays', () => {
  expect(svgNodes('<mask id="a" maskUnits="x"><circle r="1"/></mask><g mask="url(#a)"><path d="M0"/></g>')).toEqual([
    ['g', {}, [['path', { d: 'M0' }]]],
  ])
  expect(svgNodes('<mask><script/></mask>')).toBeUndefined()
})

test('16 levels are drawn, 17 are not', () => {
  expect(svgNodes('<g>'.repeat(16) + '</g>'.repeat(16))).toBeDefined()
  expect(svgNodes('<g>'.repeat(17) + '</g>'.repeat(17))).toBeUndefined()
})

test.each([
  '<script>alert(1)</script>',
  '<path onload="x"/>',
  '<image href="https://evil.example"/>',
  '<use href="#a"/>',
  '<path style="x"/>',
  '<rect fill="url(https://evil.example/#a)"/>',
  String.raw`<rect fill="u\72l(https://evil.example/#a)"/>`,
  '<rect fill="&#117;rl(https://evil.example/#a)"/>',
  '<g><path/>',
  '</g>',
  '<g></path>',
  'text',
  '<path d="<"/>',
])('%s is not drawn', (body) => {
  expect(svgNodes(body)).toBeUndefined()
})
