import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { langOf } from './lang-of.ts'

const app = new Hono().get('/', (c) => c.text(langOf(c)))
const asked = async (headers: Record<string, string>) => (await app.request('/', { headers })).text()

test.each<[string, Record<string, string>]>([
  ['en-US', { 'x-switchyard-language': 'en-US', cookie: 'i18n_redirected=zh-CN', 'accept-language': 'zh-CN' }],
  ['zh-CN', { 'x-switchyard-language': 'xx', cookie: 'i18n_redirected=zh-CN', 'accept-language': 'en' }],
  ['en-US', { cookie: 'i18n_redirected=en-US', 'accept-language': 'zh-CN' }],
  ['zh-CN', { cookie: 'i18n_redirected=xx', 'accept-language': 'zh-TW,en;q=0.5' }],
  ['en-US', { 'accept-language': 'fr-FR, en-GB;q=0.7, zh;q=0.2' }],
  ['zh-CN', {}],
])('a person is answered in %s with %j', async (lang, headers) => {
  expect(await asked(headers)).toBe(lang)
})
