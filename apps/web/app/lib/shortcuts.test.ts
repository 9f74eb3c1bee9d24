import { expect, test } from 'vitest'
import { isPlain, isPress, type KeyPress } from './shortcuts.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each([
  ['mod+k', press('k', { ctrlKey: true }), true],
  ['mod+k', press('k', { metaKey: true }), true],
  ['mod+k', press('k'), false],
  ['mod+k', press('K', { ctrlKey: true, shiftKey: true }), false],
  ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true }), true],
  ['mod+z', press('Z', { ctrlKey: true, shiftKey: true }), false],
  // A Mac writes ç for Alt and C.
  ['mod+alt+c', press('ç', { metaKey: true, altKey: true, code: 'KeyC' }), true],
  ['mod+z', press('я', { ctrlKey: true, code: 'KeyZ' }), true],
  // A German keyboard has Y where others have Z.
  ['mod+z', press('y', { ctrlKey: true, code: 'KeyZ' }), false],
  ['mod+z', press('z', { ctrlKey: true, code: 'KeyY' }), true],
  ['?', press('?', { shiftKey: true }), true],
  ['?', press('？', { shiftKey: true }), true],
  ['[', press('【'), true],
  ['/', press('/'), true],
  ['/', press('/', { ctrlKey: true }), false],
  ['g', press('g'), true],
  ['mod+enter', press('Enter', { ctrlKey: true }), true],
])('%s is this press: %o, %s', (keys, pressed, expected) => {
  expect(isPress(pressed, keys)).toBe(expected)
})

test('only shortcuts without Ctrl and Alt are plain', () => {
  expect(['/', '?', 'g c', 'shift+x', 'mod+k', 'alt+up'].filter(isPlain)).toEqual(['/', '?', 'g c', 'shift+x'])
})
