import { expect, test } from 'vitest'
import { defaultLocaleRedirect, localeRedirect, permanentRedirect } from './redirects.ts'

const at = (path: string) => new URL(path, 'https://switchyard.example')

test.each([
  ['/convert', { 'accept-language': 'en' }, '/en-US/convert'],
  ['/?a=1', { 'accept-language': 'en-GB' }, '/en-US?a=1'],
  ['/convert?target=mihomo&x=%20', { cookie: 'i18n_redirected=en-US' }, '/en-US/convert?target=mihomo&x=%20'],
  ['/convert', { cookie: 'i18n_redirected=zh-CN', 'accept-language': 'en' }, undefined],
  ['/convert', { 'accept-language': 'zh-CN,en;q=0.9' }, undefined],
  ['/convert', { 'accept-language': 'fr' }, undefined],
  ['/convert', {}, undefined],
  ['/en-US/convert', { cookie: 'i18n_redirected=zh-CN' }, undefined],
  ['/en-US', { 'accept-language': 'zh' }, undefined],
  ['/', { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, undefined],
  ['/', { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }, undefined],
])('%s with %o is sent to %s', (path, headers, to) => {
  expect(localeRedirect(at(path), new Headers(headers as Record<string, string>))).toBe(to)
})

test.each([
  ['/', undefined],
  ['/convert', undefined],
  ['/en-US', undefined],
  ['/Convert', '/convert'],
  ['/CONVERT?Target=X', '/convert?Target=X'],
  ['/convert/', '/convert'],
  ['/en-US/', '/en-US'],
  ['/en-us/convert', '/en-US/convert'],
  ['/clash', '/convert?target=clash'],
  ['/clash?target=mihomo&x=1', '/convert?target=mihomo&x=1'],
  ['/en-US/clash', '/en-US/convert?target=clash'],
  ['/register', '/login?tab=register'],
  ['/en-US/register?redirect=%2Fsubscribe', '/en-US/login?redirect=%2Fsubscribe&tab=register'],
  ['/clients', '/client'],
  ['/en-US/clients?platform=iOS', '/en-US/client?platform=iOS'],
  ['/favorites', '/favor'],
  ['/en-US/favorites?sort=name', '/en-US/favor?sort=name'],
  ['/Favorites/', '/favor'],
  ['/Sub/AbC', undefined],
  ['/S/AbC/', undefined],
  ['/en-US/F/AbC', undefined],
  ['/Nothing/', undefined],
  ['//evil.example', undefined],
  ['/en-US//Evil.example', undefined],
  ['/%E4%B8%AD', undefined],
])('%s has its right spelling at %s', (path, to) => {
  expect(permanentRedirect(new URL(`https://switchyard.example${path}`))).toBe(to)
})

test.each([
  ['/zh-CN', '/'],
  ['/zh-cn/convert?target=clash', '/convert?target=clash'],
  ['/zh-CN//evil.example', '/evil.example'],
  ['/zh-CNx', undefined],
  ['/en-US/zh-CN', undefined],
  ['/convert', undefined],
])('the default language by its name, %s, is at %s, and remembered', (path, to) => {
  const redirect = defaultLocaleRedirect(at(path))
  expect(redirect?.to).toBe(to)
  if (redirect) expect(redirect.cookie).toMatch(/^i18n_redirected=zh-CN; Path=\/; Max-Age=\d+; SameSite=Lax$/)
})
