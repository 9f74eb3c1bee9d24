import { expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import { DEFAULT_COMMON } from '@switchyard/recipe/model'
import { isBuiltInName } from './built-in-name.ts'

const CANDIDATES = ['DIRECT', 'REJECT', 'REJECT-DROP', 'REJECT-TINYGIF', 'PASS', 'PASS-RULE', 'COMPATIBLE', 'GLOBAL', 'MATCH', 'PROXY', 'Direct', 'direct', 'block', 'Fast'] // oxfmt-ignore

test('a group is refused every name that a client would have it give up', () => {
  const given = new Set(
    (['mihomo', 'clash', 'singbox'] as const).flatMap((target) => CANDIDATES.filter((name) => !isKept(target, name))),
  )
  expect(CANDIDATES.filter(isBuiltInName)).toEqual(CANDIDATES.filter((name) => given.has(name)))
})

function isKept(output: 'mihomo' | 'clash' | 'singbox', name: string): boolean {
  const desk = new Converter()
  desk.read('text', 'Text', 'ss://YWVzLTEyOC1nY206cHc@a.example.com:8388#A')
  const build = (groupNames: Record<string, string>) =>
    desk.build({
      sources: ['text'], lang: 'en-US', listMirror: '', steps: [],
      edits: { deleted: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] },
      settings: { ...DEFAULT_COMMON, groupNames, output, singboxVersion: 'compatible', clashPremium: false, list: false },
    }) // oxfmt-ignore
  const [first] = build({}).templateGroups!
  return build({ [first!.name]: name }).groups.some((group) => group.name === name)
}
