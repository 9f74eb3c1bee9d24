import { readYaml } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { apply } from '../apply.ts'
import { headComment } from './head-comment.ts'
import {
  EMPTY_RECIPE,
  type Recipe,
  OUTPUTS,
  withCommon,
  withDrawnSecret,
  withOutput,
  withText,
} from '../model/index.ts'
import { settingsLink } from '../model/link/settings-link.ts'

const LINK = 'trojan://canary8f3a91c2@a.example.com:443#A'
const recipe: Recipe = withDrawnSecret(
  withCommon(withText(EMPTY_RECIPE, `${LINK}\n${LINK}\nbroken://x`), { headComment: true, prefix: 'My-' }),
  'drawn-canary8f3a91c2',
)
const head = {
  date: '2026-11-23',
  link: settingsLink(recipe, new URL('https://yard.example/convert')).link,
}

test('a config begins with the day, the counts and the settings it was made with, and is the same config', () => {
  const { text } = apply(recipe, { head, lang: 'en-US' })
  const [day, counts, link] = text.split('\n')
  expect(day).toBe('# Switchyard 2026-11-23')
  expect(counts).toBe('# 2 nodes · 1 skipped · 1 duplicate · 0 excluded · 0 off · 0 refused → 1 in output')
  expect(link).toMatch(/^# https:\/\/yard\.example\/convert\S+$/)
  const plain = apply(recipe, { lang: 'en-US' }).text
  expect(text.split('\n').slice(3).join('\n')).toBe(plain)
  expect(readYaml(text).documents[0]!.value).toEqual(readYaml(plain).documents[0]!.value)
})

test('the head says nothing secret', () => {
  const { text } = apply(recipe, { head })
  expect(text.split('\n').slice(0, 3).join('\n')).not.toContain('canary')
})

test('there is none unless it is asked for', () => {
  expect(apply(withCommon(recipe, { headComment: false }), { head }).text).not.toContain('Switchyard')
  expect(apply(recipe).text).not.toContain('Switchyard')
})

test('only what knows comments has one', () => {
  const withHead = OUTPUTS.filter((output) => apply(withOutput(recipe, output), { head }).text.startsWith('# '))
  expect(withHead).toEqual(['mihomo', 'clash'])
})

test('a line break in what is handed in does not end the comment', () => {
  const counts = { nodes: 1, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 1, doubtful: 0 }
  const comment = headComment('mihomo', counts, { date: '2026-11-23\nmode: direct' }, 'en-US')
  expect(comment).toContain('# Switchyard 2026-11-23 mode: direct\n')
})
