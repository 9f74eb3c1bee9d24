import { expect, test } from 'vitest'
import { starredSettings } from './starred-settings.ts'

test('a favourite of settings says what they are', () => {
  expect(starredSettings('https://a.example/convert?target=clash&tpl=full', 'clash')).toBe('?target=clash&tpl=full')
  expect(starredSettings('https://a.example/en-US/convert#s=abc', 'mihomo')).toBe('#s=abc')
})

test('one of the settings that a new conversion starts with names its client, or it would open those used last', () => {
  expect(starredSettings('https://a.example/convert', 'mihomo')).toBe('?target=mihomo')
})
