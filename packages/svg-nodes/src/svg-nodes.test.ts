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
  expect(svgNodes('<mask id="a"><circle r="1"/></mask><g mask="url(#a)"/>')).toHaveLength(2)
})

test.each([
  '<script>alert(1)</script>',
  '<path onload="x"/>',
  '<image href="https://evil.example"/>',
  '<use href="#a"/>',
  '<path style="x"/>',
  '<rect fill="url(https://evil.example/#a)"/>',
  '<g><path/>',
  '</g>',
  '<g></path>',
  'text',
  '<path d="<"/>',
])('%s is not drawn', (body) => {
  expect(svgNodes(body)).toBeUndefined()
})
