import { expect, test } from 'vitest'
import { NO_SITE, readSite, rulesFor } from './read-site.ts'

test.each([
  ['example.com', { host: 'example.com' }],
  ['  Example.COM ', { host: 'example.com' }],
  ['例子.测试', { host: 'xn--fsqu00a.xn--0zwm56d' }],
  ['https://www.example.com/path?x=1', { host: 'www.example.com', port: 443 }],
  ['http://example.com', { host: 'example.com', port: 80 }],
  ['http://example.com:80/', { host: 'example.com', port: 80 }],
  ['ftp://example.com/', { host: 'example.com' }],
  ['example.com:8443', { host: 'example.com', port: 8443 }],
  ['example.com:80', { host: 'example.com', port: 80 }],
  ['example.com/path', { host: 'example.com' }],
  ['1.2.3.4', { ip: '1.2.3.4' }],
  ['1.2.3.4:53', { ip: '1.2.3.4', port: 53 }],
  ['2001:db8::1', { ip: '2001:db8::1' }],
  ['[2001:db8::1]:443', { ip: '2001:db8::1', port: 443 }],
  ['localhost', { host: 'localhost' }],
  ['256.1.1.1', 'site'],
  ['two words', 'site'],
  ['https://', 'site'],
  ['example.com:99999', 'site'],
  ['', undefined],
])('%j is asked about as it was meant', (site, question) => {
  expect(readSite({ ...NO_SITE, site })).toEqual(question)
})

test('what is said besides goes with it, and a field that cannot be is named', () => {
  const site = 'example.com:80'
  expect(readSite({ site, port: '53', network: 'udp', process: 'curl', resolved: '1.2.3.4, 2001:db8::1' })).toEqual({
    host: 'example.com', port: 53, network: 'udp', process: 'curl', resolved: ['1.2.3.4', '2001:db8::1'],
  }) // oxfmt-ignore
  expect(readSite({ ...NO_SITE, process: 'curl' })).toEqual({ process: 'curl' })
  expect(readSite({ ...NO_SITE, site, port: '70000' })).toBe('port')
  expect(readSite({ ...NO_SITE, site, resolved: 'x.y' })).toBe('resolved')
})

test.each([
  [
    { host: 'www.example.com' },
    ['DOMAIN-SUFFIX,example.com', 'DOMAIN-SUFFIX,www.example.com', 'DOMAIN,www.example.com'],
  ],
  [
    { host: 'a.b.example.com' },
    [
      'DOMAIN-SUFFIX,a.b.example.com',
      'DOMAIN-SUFFIX,b.example.com',
      'DOMAIN-SUFFIX,example.com',
      'DOMAIN,a.b.example.com',
    ],
  ],
  [{ host: 'localhost' }, ['DOMAIN-SUFFIX,localhost', 'DOMAIN,localhost']],
  [{ ip: '1.2.3.4' }, ['IP-CIDR,1.2.3.4/32']],
  [{ ip: '2001:db8::1', process: 'curl' }, ['IP-CIDR6,2001:db8::1/128', 'PROCESS-NAME,curl']],
])('rules for %j', (question, rules) => {
  expect(rulesFor(question)).toEqual(rules)
})
