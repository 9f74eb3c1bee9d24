import { readOldLink, type OldLink } from '@switchyard/recipe/old-link'
import { describe, expect, test } from 'vitest'
import { EMPTY_MODEL } from '../session/model.ts'
import { withOldLink } from './old-link.ts'

const A = 'https://a.example.com/api/v1/client/subscribe?token=t1'
const enc = encodeURIComponent

function found(text: string): OldLink {
  const link = readOldLink(text)
  if (typeof link === 'string') throw new Error(`${text} is ${link}`)
  return link
}

describe('links of converters', () => {
  test('become sources that wait to be fetched, a format and filters; nothing else changes', () => {
    const text = `https://api.example.com/sub?target=singbox&ver=1.14&list=true&emoji=true&include=HK&url=${enc(`${A}|ss://x`)}`
    const model = withOldLink({ ...EMPTY_MODEL, app: 'stash' }, found(text))
    expect(model.sources.map(({ name, url, text }) => [name, url, text])).toEqual([
      ['a.example.com', A, ''],
      ['links', undefined, 'ss://x'],
    ])
    expect(model).toMatchObject({ output: 'singbox', common: { nameInclude: 'HK', flag: true, template: 'standard' } })
    expect(model.perOutput).toEqual({
      singbox: { singboxVersion: '1.14', clashPremium: false, list: true, tun: false },
    })
    expect(model.app).toBeUndefined()
  })

  test('renames become steps behind those that are there, as often as one restores', () => {
    const link = found(`https://x.example.com/sub?target=clash&url=${enc(A)}&rename=${enc('a@b')}&sort=1`)
    const once = withOldLink(EMPTY_MODEL, link)
    const { steps } = withOldLink(once, link)
    expect(steps.map(({ kind }) => kind)).toEqual(['replace', 'sort', 'replace', 'sort'])
    expect(new Set(steps.map(({ id }) => id)).size).toBe(4)
  })

  test('a format that is not written here leaves the chosen one', () => {
    const link = found(`https://x.example.com/sub?target=quanx&url=${enc(A)}`)
    expect(withOldLink({ ...EMPTY_MODEL, output: 'clash' }, link).output).toBe('clash')
  })
})

describe('links of ours', () => {
  test.each([
    ['https://switchyard.example/en-US/convert?target=clash&prefix=x', 'clash', 'x'],
    ['https://switchyard.example/convert?target=singbox', 'singbox', ''],
    ['https://switchyard.example/clash?prefix=y', 'clash', 'y'],
  ])('%s', (text, output, prefix) => {
    expect(withOldLink(EMPTY_MODEL, found(text))).toMatchObject({ output, common: { prefix } })
  })
})
