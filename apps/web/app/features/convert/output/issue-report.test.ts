import { expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import { DEFAULT_COMMON } from '@switchyard/recipe/model'
import { reportOf } from './issue-report.ts'
import type { Translate } from '../session/translate.ts'

const CANARY = 'canary8f3a91c2'
const UUID = 'ca9a8f3a-91c2-4111-8111-111111111111'
const base64 = (text: string) => btoa(text)
const words = ((key: string) => key) as unknown as Translate

test.each(['zh-CN', 'en-US'] as const)('a report of problems tells no secret (%s)', (lang) => {
  const desk = new Converter()
  desk.read(
    'text',
    'Text',
    [
      `trojan://${CANARY}@a.example.com:99999#A`,
      `trojan://${CANARY}@a.example.com:443?allowInsecure=1&unknown=${CANARY}#B`,
      `vless://${UUID}@:443#C`,
      `vless://${CANARY}@h.example.com:443#${UUID}`,
      `ss://${base64(`salsa20:${CANARY}`)}@a.example.com:8388#D`,
      `ss://${base64(CANARY)}@a.example.com:8388#E`,
      `vmess://${base64(`{"add":"a.example.com","id":"${UUID}","port":"x${CANARY}"}`)}`,
      `vmess://${CANARY}`,
      `https://sub.example.com/api?token=${CANARY}`,
      `{"outbounds": [{"type": "trojan", "password": "${CANARY}", "server": "a.example.com", "server_port": "no"},]`,
      `- {name: F, type: trojan, server: a.example.com, port: 70000, password: ${CANARY}}`,
      `- {name: G, type: trojan, password: ${CANARY}`,
    ].join('\n'),
  )
  const request = {
    sources: ['text'], lang, listMirror: '', steps: [],
    edits: { deleted: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] },
    settings: { ...DEFAULT_COMMON, output: 'mihomo' as const, singboxVersion: 'compatible' as const, clashPremium: false, list: false },
  } // oxfmt-ignore
  const report = reportOf(desk.build(request).issues, words)
  expect(report.split('\n').length).toBeGreaterThan(7)
  expect(report).toContain('bad-port')
  expect(report).not.toMatch(/canary|ca9a8f3a/)
})
