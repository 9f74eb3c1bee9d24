import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { siteMirror } from './site-mirror.ts'

test.each([
  ['https://switchyard.example', 'https://switchyard.example/rules/{owner}/{repo}/{path}?ref={ref}'],
  ['http://192.168.7.2:3000', 'http://192.168.7.2:3000/rules/{owner}/{repo}/{path}?ref={ref}'],
  // Other devices would ask themselves.
  ['http://127.0.0.1:3000', undefined],
  ['http://localhost:3000', undefined],
  ['http://[::1]:3000', undefined],
  ['', undefined],
])('the mirror of %s is %s', (site, mirror) => {
  expect(siteMirror(site)).toBe(mirror)
})

test('a config names its lists at this server, and nowhere else', () => {
  const { text } = convertText([{ name: 'a', text: 'trojan://password@a.example.com:443#One' }], {
    to: 'mihomo',
    rules: { mirrors: [siteMirror('https://switchyard.example')!] },
  })
  expect(text).toContain('https://switchyard.example/rules/ACL4SSR/ACL4SSR/Clash/ProxyMedia.list?ref=master')
  expect(text).toContain('https://switchyard.example/rules/Loyalsoldier/clash-rules/cncidr.txt?ref=release')
  expect(text).not.toContain('raw.githubusercontent.com')
})
