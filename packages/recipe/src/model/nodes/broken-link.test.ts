import { expect, test } from 'vitest'
import { brokenLink, isLink, lineStart, linkStart } from './broken-link.ts'

const vmess = (value: unknown) =>
  `vmess://${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))}`

test.each<[string, string, ReturnType<typeof brokenLink>]>([
  ['its name behind the #, decoded', 'trojan://x@a.example.com:99999#%E5%BE%B7%E5%9B%BD%2001', { scheme: 'trojan', name: '德国 01' }],
  ['what is no encoding as it stands', 'ss://x#50%25%20or%zz', { scheme: 'ss', name: '50% or%zz' }],
  ['no letter that turns a text around', 'ss://x#a%E2%80%AEb%00c', { scheme: 'ss', name: 'abc' }],
  ['mark-up as plain text', 'ss://x#<b>a</b>', { scheme: 'ss', name: '<b>a</b>' }],
  ['the name in the JSON of vmess', vmess({ ps: '美国 01', port: 'x' }), { scheme: 'vmess', name: '美国 01' }],
  ['no name that is no text', vmess({ ps: { a: 1 } }), { scheme: 'vmess', name: '' }],
  ['its scheme alone without a name', 'SSR://bm90LWEtbGluaw', { scheme: 'ssr', name: '' }],
  ['nothing where it is no link', 'proxies: []', undefined],
])('a broken link says %s', (_, line, told) => {
  expect(brokenLink(line)).toEqual(told)
}) // oxfmt-ignore

test.each([
  ['SSR://bm90LWEtbGluaw', 'ssr://bm90••••'],
  ['trojan://s3cret@a.example.com:99999?sni=b#', 'trojan://••••@a.example.com:99999'],
  ['trojan://p@ss@a.example.com:99999', 'trojan://••••@a.example.com:99999'],
  ['hysteria2://s3cret', 'hysteria2://••••'],
  ['ss://x?a=@b', 'ss://••••'],
  ['what is this', undefined],
])('a broken link without a name is called by its start, its secrets masked: %s', (line, start) => {
  expect(linkStart(line)).toBe(start)
})

test.each([
  ['trojan://s3cret@a.example.com:99999', 'trojan://••••@a.example.com:99999'],
  ['  what is this ', 'what is this'],
  ['剩余流量 12 GB', '剩余流量 12 GB'],
  ['{"type": "ss", "password": "s3cret"}', undefined],
  ['password: s3cret', undefined],
  ['s3cret', undefined],
  ['b831381d-6324-4d53-ad4f-8cda48b30811', undefined],
  ['c2VjcmV0IG9mIGEgc3Vic2NyaXB0aW9uIGluIEJhc2U2NA', undefined],
])('a line of which no name is known is called by its start, if that can hold no secret: %s', (line, start) => {
  expect(lineStart(line)).toBe(start)
})

test.each([
  ['  TROJAN://x@a.example.com:443', true],
  ['my_scheme://x', true],
  ['- { server: a }', false],
  ['see https://a.example.com', false],
])('%s is a link: %s', (text, told) => {
  expect(isLink(text)).toBe(told)
})
